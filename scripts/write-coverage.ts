import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coverCalls, writeTable } from './calls/coverage-table.ts'
import { readSourceFiles } from './layers/source-file.ts'
import { print } from './print.ts'
import { projectFolder } from './run-program.ts'

const calls = coverCalls(readSourceFiles(projectFolder))
writeFileSync(join(projectFolder, 'docs/api-coverage.md'), writeTable(calls))
const missing = calls.filter(({ implementedBy, test }) => implementedBy === undefined || test === undefined)
for (const { method, path, implementedBy } of missing)
  print(`${method} ${path}: no ${implementedBy ? 'test' : 'answer'}`)
print(`${calls.length} calls, ${missing.length} incomplete`)
