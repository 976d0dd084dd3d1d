import { describe, expect, it } from 'vitest'
import { readSourceFiles } from '../layers/source-file.ts'
import { projectFolder } from '../run-program.ts'
import { coverCalls } from './coverage-table.ts'

const calls = coverCalls(readSourceFiles(projectFolder))

describe('the calls of the specification', () => {
  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'answers and tests %s',
    (_name, call) => {
      expect(call.implementedBy).toBeDefined()
      expect(call.test).toBeDefined()
    },
  )
})
