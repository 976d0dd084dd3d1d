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

const failed = async (copy: MutantCopy, id: string, file: string): Promise<boolean> => {
  const { output } = await copy.test([file, '--testNamePattern', `\\b${id}\\b`], longestMs)
  // A file that cannot be loaded has shown nothing.
  return /Tests .*\d failed/.test(output)
}

const passing = new Set<string>()

/** Tests that fail in any case notice nothing. */
const mustPass = async (copy: MutantCopy, id: string, file: string): Promise<void> => {
  const name = `${id} in ${file}`
  if (passing.has(name)) return
  if (await failed(copy, id, file)) throw new Error(`The tests of ${name} fail as it is`)
  passing.add(name)
}

const isNoticed = async (copy: MutantCopy, id: string, { file, from, to, failing }: Mutant): Promise<boolean> => {
  await mustPass(copy, id, failing)
  const text = readFileSync(join(projectFolder, file), 'utf8')
  copy.write(
    file,
    text.replace(from, () => to),
  )
  const isNoticed = await failed(copy, id, failing)
  copy.write(file, text)
  return isNoticed
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
