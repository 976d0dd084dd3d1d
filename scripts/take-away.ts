import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setup } from '#testing/global-setup.ts'
import { copyProject, type MutantCopy } from './mutants/mutant-copy.ts'
import { print } from './print.ts'
import { mutants } from './reliability/reliability-table.ts'
import type { Mutant } from './reliability/requirement.ts'
import { projectFolder } from './run-program.ts'

/** Takes protections away, each alone, and tells whether a test notices: those of the ids that are given, else all. */

const longestMs = 120_000
const wanted = process.argv.slice(2)

const isNoticed = async (copy: MutantCopy, id: string, { file, from, to, failing }: Mutant): Promise<boolean> => {
  const text = readFileSync(join(projectFolder, file), 'utf8')
  copy.write(
    file,
    text.replace(from, () => to),
  )
  const { output } = await copy.test([failing, '--testNamePattern', `\\b${id}\\b`], longestMs)
  copy.write(file, text)
  // A file that cannot be loaded any more has shown nothing.
  return /Tests .*\d failed/.test(output)
}

const chosen = Object.entries(mutants).filter(([id]) => wanted.length === 0 || wanted.includes(id))
const copy = copyProject()
const stop = await setup()
let unnoticed = 0
try {
  for (const [id, ofId] of chosen) {
    for (const mutant of ofId) {
      const noticed = await isNoticed(copy, id, mutant)
      if (!noticed) unnoticed += 1
      print(`${noticed ? 'noticed  ' : 'UNNOTICED'}  ${id}  ${mutant.file}: ${mutant.from.trim().split('\n')[0]}`)
    }
  }
} finally {
  await stop()
  copy.remove()
}
process.exitCode = unnoticed === 0 ? 0 : 1
