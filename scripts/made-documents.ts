import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coverCalls, writeTable as writeCalls } from './calls/coverage-table.ts'
import { placeElements, writeTable as writeContract } from './contract/contract-table.ts'
import { writePage as writeErrors } from './errors/error-table.ts'
import type { SourceFile } from './layers/source-file.ts'
import { coverMessages, writeTable as writeMessages } from './messages/message-table.ts'
import { writeTable as writeProviders } from './providers/provider-table.ts'
import { showRequirements, writePage as writeReliability } from './reliability/reliability-table.ts'
import { projectFolder } from './run-program.ts'

/** Pages that are made from the source. */
const documents: Readonly<Record<string, (files: readonly SourceFile[]) => string | Promise<string>>> = {
  'docs/api-coverage.md': (files) => writeCalls(coverCalls(files)),
  'docs/contract.md': (files) => writeContract(placeElements(files)),
  'docs/errors.md': writeErrors,
  'docs/messages.md': async (files) => writeMessages(await coverMessages(files)),
  'docs/providers.md': writeProviders,
  'docs/reliability.md': (files) => writeReliability(showRequirements(files)),
}

/** The pages that are not as the source has them now, each with its new text. */
export const staleDocuments = async (files: readonly SourceFile[]): Promise<Map<string, string>> => {
  const stale = new Map<string, string>()
  for (const [path, write] of Object.entries(documents)) {
    const text = await write(files)
    if (readFileSync(join(projectFolder, path), 'utf8') !== text) stale.set(path, text)
  }
  return stale
}

export const writeDocuments = (texts: ReadonlyMap<string, string>): void => {
  for (const [path, text] of texts) writeFileSync(join(projectFolder, path), text)
}
