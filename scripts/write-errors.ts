import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePage } from './errors/error-table.ts'
import { print } from './print.ts'
import { projectFolder } from './run-program.ts'

writeFileSync(join(projectFolder, 'docs/errors.md'), writePage())
print('docs/errors.md written')
