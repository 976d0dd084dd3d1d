// Makes the pages that are made from the source: node scripts/write-documents.ts [--check]
import { readSourceFiles } from './layers/source-file.ts'
import { staleDocuments, writeDocuments } from './made-documents.ts'
import { print } from './print.ts'
import { projectFolder } from './run-program.ts'

const checksOnly = process.argv.includes('--check')
const stale = await staleDocuments(readSourceFiles(projectFolder))
if (!checksOnly) writeDocuments(stale)
for (const path of stale.keys()) {
  print(checksOnly ? `${path} is not as the source has it: node scripts/write-documents.ts` : `${path} written`)
}
process.exitCode = checksOnly && stale.size > 0 ? 1 : 0
