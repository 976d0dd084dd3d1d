import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTable } from './providers/provider-table.ts'
import { projectFolder } from './run-program.ts'

writeFileSync(join(projectFolder, 'docs/providers.md'), writeTable())
