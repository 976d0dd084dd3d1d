import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSourceFiles } from '../layers/source-file.ts'
import { projectFolder } from '../run-program.ts'
import { coverCalls, writeTable } from './coverage-table.ts'

const calls = coverCalls(readSourceFiles(projectFolder))

describe('the calls of the specification', () => {
  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'answers and tests %s',
    (_name, call) => {
      expect(call.implementedBy).toBeDefined()
      expect(call.test).toBeDefined()
    },
  )

  it('are told as they are in docs/api-coverage.md', () => {
    expect(readFileSync(join(projectFolder, 'docs/api-coverage.md'), 'utf8')).toBe(writeTable(calls))
  })
})
