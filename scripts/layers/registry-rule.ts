import { isTest, type Rule, type SourceFile, startsInside, violationsOf } from './source-file.ts'

/** Words that carry an entry's name and are fixed by others, and where they may stand. */
type Allowance = { words: RegExp; within: RegExp; why: string }

/** A folder with one file per entry and one line per entry in its index. */
type Registry = {
  folder: string
  /** The files of the folder that are no entries. */
  besides: readonly string[]
  /** Other names that an entry brings, where they stand in quotes. */
  brings?: (text: string) => string[]
  asks: string
  allowances: readonly Allowance[]
}

const wordsOfConsole: Allowance = {
  words: /./,
  within: /^web\/locales\/[a-z]+\/\w+\.ts$/,
  why: 'what the console calls an entry and its options, in every language',
}

const registries: readonly Registry[] = [
  {
    folder: 'contract/signin-ways',
    besides: ['index', 'way'],
    asks: 'ask the entry for what differs, so that a way to sign in is one file and one line',
    allowances: [
      wordsOfConsole,
      {
        words: /^(?:wechat_code_wrong|telegram_unsigned|Telegram)$/,
        within: /^contract\/errors-of-access\.ts$/,
        why: 'codes of errors and a sentence, fixed by the control plane',
      },
    ],
  },
  {
    folder: 'contract/payment-providers',
    besides: ['index', 'provider'],
    brings: (text) => [...(/\bmethods: \{([^}]*)\}/.exec(text)?.[1] ?? '').matchAll(/\w+/g)].map(([word]) => word),
    asks: 'ask the entry for what differs, so that a payment provider is one file and one line',
    allowances: [
      wordsOfConsole,
      {
        words: /^wx$/,
        within: /^server\/lib\/secret-file\.ts$/,
        why: 'how a file is opened that must not be there yet',
      },
    ],
  },
]

const checked = /^(?:contract|server|web)\//
const helpsTests = /^web\/testing\//

/** The name of an entry stands in its own file, in the index and among the words: nobody lists entries by hand. */
export const registryRule: Rule = (files) => registries.flatMap((registry) => violationsOfRegistry(registry, files))

const violationsOfRegistry = (registry: Registry, files: readonly SourceFile[]) => {
  const entries = files.filter(({ path }) => isEntry(registry, path))
  if (entries.length === 0) return []
  const names = entries.map(({ path }) => path.slice(registry.folder.length + 1, -'.ts'.length))
  const brought = entries.flatMap(({ text }) => registry.brings?.(text) ?? [])
  const inQuotes = brought.length === 0 ? '' : `|(?<=')(?:${brought.join('|')})(?=')`
  const pattern = new RegExp(String.raw`\w*?(${names.join('|')})\w*${inQuotes}`, 'gi')
  return files
    .filter((file) => checked.test(file.path) && !isTest(file.path) && !helpsTests.test(file.path))
    .filter(({ path }) => path !== `${registry.folder}/index.ts` && !isEntry(registry, path))
    .flatMap((file) =>
      violationsOf(file, pattern, ([word, name = word]) => {
        const isAllowed = registry.allowances.some(({ words, within }) => words.test(word) && within.test(file.path))
        if (isAllowed || !startsInside(word, name)) return undefined
        return `"${word}" names an entry of ${registry.folder}: ${registry.asks}`
      }),
    )
}

const isEntry = ({ folder, besides }: Registry, path: string): boolean =>
  path.startsWith(`${folder}/`) && !isTest(path) && !besides.some((name) => path === `${folder}/${name}.ts`)
