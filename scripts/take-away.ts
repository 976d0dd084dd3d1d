import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { print } from './print.ts'
import { requirements } from './reliability/reliability-table.ts'
import type { Mutant } from './reliability/requirement.ts'
import { projectFolder, runProgram } from './run-program.ts'

/** Takes protections away, each alone, and tells whether a test notices: those of the ids that are given, else all. */

const wanted = process.argv.slice(2)

const isNoticed = async (id: string, { file, from, to, failing }: Mutant): Promise<boolean> => {
  const path = join(projectFolder, file)
  const source = readFileSync(path, 'utf8')
  const giveBack = () => writeFileSync(path, source)
  const giveBackAndEnd = () => {
    giveBack()
    process.exit(130)
  }
  process.once('SIGINT', giveBackAndEnd)
  try {
    if (source.split(from).length !== 2) throw new Error(`${file} holds this not once: ${from}`)
    writeFileSync(
      path,
      source.replace(from, () => to),
    )
    const project = failing.startsWith('e2e/') ? 'e2e' : failing.startsWith('web/') ? 'web' : 'server'
    const words = ['run', `--project=${project}`, failing, '--testNamePattern', `\\b${id}\\b`]
    const { output } = await runProgram('node_modules/vitest/vitest.mjs', words)
    // A file that cannot be loaded any more has shown nothing.
    return /Tests .*\d failed/.test(output.replaceAll(colour, ''))
  } finally {
    process.off('SIGINT', giveBackAndEnd)
    giveBack()
  }
}

const colour = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')

let unnoticed = 0
for (const [id, { mutants = [] }] of Object.entries(requirements)) {
  if (wanted.length > 0 && !wanted.includes(id)) continue
  for (const mutant of mutants) {
    const noticed = await isNoticed(id, mutant)
    if (!noticed) unnoticed += 1
    print(`${noticed ? 'noticed  ' : 'UNNOTICED'}  ${id}  ${mutant.file}: ${mutant.from.trim().split('\n')[0]}`)
  }
}
process.exitCode = unnoticed === 0 ? 0 : 1
