import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSourceFiles } from './layers/source-file.ts'
import { print } from './print.ts'
import { showRequirements, writePage } from './reliability/reliability-table.ts'
import { projectFolder } from './run-program.ts'

const shown = showRequirements(readSourceFiles(projectFolder))
writeFileSync(join(projectFolder, 'docs/reliability.md'), writePage(shown))
const isThere = ({ absent }: (typeof shown)[number]) => absent === undefined
const unshown = shown.filter(isThere).filter(({ shownBy }) => shownBy.length === 0)
const untried = shown.filter(isThere).filter(({ wholly, mutants }) => wholly === undefined && mutants.length === 0)
for (const { id } of unshown) print(`${id}: no test shows it`)
print(`${shown.length} requirements, ${unshown.length} not shown, ${untried.length} never taken away`)
