import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSourceFiles } from './layers/source-file.ts'
import { coverMessages, writeTable } from './messages/message-table.ts'
import { print } from './print.ts'
import { projectFolder } from './run-program.ts'

const messages = await coverMessages(readSourceFiles(projectFolder))
writeFileSync(join(projectFolder, 'docs/messages.md'), writeTable(messages))
const missing = messages.flatMap(({ texts }) => texts.filter(({ test }) => test === undefined))
for (const { name } of missing) print(`${name}: no test shows it`)
print(`${messages.length} messages, ${missing.length} texts not shown`)
