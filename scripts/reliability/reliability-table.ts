import { isTest, type SourceFile } from '../layers/source-file.ts'
import { accountThreatMutants } from './account-threat-mutants.ts'
import { faultMutants } from './fault-mutants.ts'
import { faults } from './faults.ts'
import { invariantMutants } from './invariant-mutants.ts'
import { invariants } from './invariants.ts'
import type { Mutant, Mutants, Requirement, Requirements } from './requirement.ts'
import { threats } from './threats.ts'
import { trafficThreatMutants } from './traffic-threat-mutants.ts'

export type NamedTest = { file: string; title: string }

/** A requirement with every test that shows it, and the changes that those notice. */
export type ShownRequirement = Requirement & {
  id: string
  shownBy: readonly NamedTest[]
  mutants: readonly Mutant[]
}

export const requirements: Requirements = { ...invariants, ...threats, ...faults }

const tables: Mutants = { ...invariantMutants, ...accountThreatMutants, ...trafficThreatMutants, ...faultMutants }

/** Those of each requirement. */
export const mutants: Mutants = Object.fromEntries(
  Object.entries(requirements).map(([id, { mutants = [] }]) => [id, [...mutants, ...(tables[id] ?? [])]]),
)

/** Every requirement with the tests whose titles carry its id. */
export const showRequirements = (files: readonly SourceFile[]): ShownRequirement[] => {
  const titles = titledFiles(files).flatMap(titlesIn)
  return Object.entries(requirements).map(([id, requirement]) => ({
    ...requirement,
    id,
    shownBy: titles.filter(({ ids }) => ids.includes(id)),
    mutants: mutants[id] ?? [],
  }))
}

/** The tests of the project; what the test of this page plants in its own titles is none. */
export const titledFiles = (files: readonly SourceFile[]): SourceFile[] =>
  files.filter(({ path }) => isTest(path) && path !== 'scripts/reliability/reliability-table.test.ts')

/** The titles in a test file that carry ids; `title` is what stands behind them. */
export const titlesIn = ({ path, text }: SourceFile): (NamedTest & { ids: readonly string[] })[] =>
  [...text.matchAll(titleWithIds)].map(([, before = '', ids = '', after = '']) => ({
    file: path,
    title: before + after,
    ids: ids.split(/[, ]+/),
  }))

/** A text in quotes with one id or several before a colon. */
const titleWithIds =
  /(?<=['"`])([^'"`\n]*?)((?:[TFI]\d{1,2}[, ]+)*[TFI]\d{1,2}): ((?:(?<!\\)\\.|[^\n])*?)(?=['"`](?:,|\)|$))/gm

export const writePage = (shown: readonly ShownRequirement[]): string => {
  const parts = [
    ['What always holds', invariants],
    ['What somebody could try', threats],
    ['What could fail', faults],
  ] as const
  const sections = parts.map(([title, ofPart]) => {
    const rows = shown.filter(({ id }) => Object.hasOwn(ofPart, id)).map(rowOf)
    return `## ${title}\n\n${head}\n${rows.join('\n')}\n`
  })
  return `${[introduction, ...sections].join('\n')}`
}

const introduction = `# Threats, faults and invariants

Every threat (T), fault (F) and invariant (I) this gateway is tested for, and the tests that show it holds: they carry the
id in their titles. Where a small change that takes the protection away was tried and made those tests
fail, it stands beside them, or why no small change does. Made by \`node scripts/write-documents.ts\` from
\`scripts/reliability/\`; \`npm run check\` compares it, \`npm test\` finds a test that is missing.
\`node scripts/take-away.ts F18\` makes the changes of F18, one after the other, and tells which went unnoticed.
`
const head = '| Id | What holds | Shown by | Tried and noticed |\n|---|---|---|---|'

const rowOf = ({ id, says, absent, wholly, shownBy, mutants }: ShownRequirement): string => {
  const files = [...new Set(shownBy.map(({ file }) => file))]
  const tests = files.map((file) => {
    const titles = shownBy.filter((test) => test.file === file).map(({ title }) => cell(title))
    return `\`${file}\`: ${titles.join('; ')}`
  })
  return `| ${id} | ${cell(says)} | ${absent ?? tests.join('<br>')} | ${wholly ?? mutants.map(mutantText).join('<br>')} |`
}

const mutantText = ({ file, from, to }: Mutant): string => `\`${file}\`: ${code(from)} becomes ${code(to)}`

const code = (text: string): string => `\`\`${text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()}\`\``

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
