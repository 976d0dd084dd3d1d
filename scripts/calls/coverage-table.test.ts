import { describe, expect, it } from 'vitest'
import { specifiedSendings } from '#testing/specified-members.ts'
import { isTest, readSourceFiles } from '../layers/source-file.ts'
import { projectFolder } from '../run-program.ts'
import { coverCalls } from './coverage-table.ts'

const files = readSourceFiles(projectFolder)
const calls = coverCalls(files)

describe('the calls of the specification', () => {
  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'answers and tests %s',
    (_name, call) => {
      expect(call.implementedBy).toBeDefined()
      expect(call.test).toBeDefined()
    },
  )

  it('are sent every member by a test of the running server', () => {
    const tests = files.filter(({ path }) => isTest(path) && /^(?:server|e2e)\//.test(path)).map(({ text }) => text)
    const unsent = specifiedSendings.flatMap(({ endpoint, query = [], body = [] }) => {
      const [fixed = endpoint.path] = endpoint.path.split(/\/(?::|$)/)
      const callers = tests.filter((text) => text.includes(fixed))
      return [...query, ...body]
        .filter((member) => !callers.some((text) => new RegExp(String.raw`\b${member}\b`).test(text)))
        .map((member) => `${endpoint.method} ${endpoint.path}: ${member}`)
    })
    expect(unsent).toEqual([])
  })
})
