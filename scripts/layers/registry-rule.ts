import { isTest, type Rule, type SourceFile, violationsOf } from './source-file.ts'

/** Words that carry an entry's name and are fixed by others, and where they may stand. */
type Allowance = { words: RegExp; within: RegExp; why: string }

/** A folder with one file per entry and one line per entry in its index. */
type Registry = {
  folder: string
  /** The files of the folder that are no entries. */
  besides: readonly string[]
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
      {
        words: /github/i,
        within: /^web\/features\/settings\/releases\.ts$/,
        why: 'where releases of this project are told has nothing to do with signing in',
      },
    ],
  },
]

const checked = /^(?:contract|server|web)\//
const helpsTests = /^web\/testing\//

/** The name of an entry stands in its own file, in the index and among the words: nobody lists entries by hand. */
export const registryRule: Rule = (files) => registries.flatMap((registry) => violationsOfRegistry(registry, files))

const violationsOfRegistry = ({ folder, besides, asks, allowances }: Registry, files: readonly SourceFile[]) => {
  const entries = files.flatMap(({ path }) => {
    const name = path.startsWith(`${folder}/`) && !isTest(path) ? path.slice(folder.length + 1, -'.ts'.length) : ''
    return name === '' || besides.includes(name) ? [] : [name]
  })
  if (entries.length === 0) return []
  const pattern = new RegExp(String.raw`\w*(?:${entries.join('|')})\w*`, 'gi')
  const isOwn = (path: string) =>
    path === `${folder}/index.ts` || entries.some((name) => path === `${folder}/${name}.ts`)
  return files
    .filter(({ path }) => checked.test(path) && !isTest(path) && !helpsTests.test(path) && !isOwn(path))
    .flatMap((file) =>
      violationsOf(file, pattern, ([word]) =>
        allowances.some(({ words, within }) => words.test(word) && within.test(file.path))
          ? undefined
          : `"${word}" names an entry of ${folder}: ${asks}`,
      ),
    )
}
