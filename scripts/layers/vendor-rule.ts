import { isTest, type Rule, type SourceFile, startsInside, violationsOf } from './source-file.ts'

/** Words that carry a vendor's name and are given to us from outside, and where they may stand. */
type Allowance = { words: RegExp; within: RegExp; why: string }

const allowances: readonly Allowance[] = [
  {
    words: /^[\w-]*$/,
    within: /^contract\/default-[a-z-]+\.ts$/,
    why: 'prices are kept by model name, and makers name their models after themselves',
  },
  { words: /^openai_organization$/, within: /./, why: 'a field of a channel, fixed by the control plane' },
  {
    words: /^(?:gemini|claude)\b/i,
    within: /^(?:contract|web\/locales\/[a-z]+)\/options\.ts$/,
    why: 'names of options, fixed by the control plane, and what the console calls them',
  },
  {
    words: /^cloudflare$/,
    within: /^contract\/human-check\.ts$/,
    why: 'the address of the human check, which is no model provider',
  },
  {
    words: /^x_groq$/,
    within: /^protocols\/openai-chat\/reply\.ts$/,
    why: 'a member in which usage comes, also from those who resell its models',
  },
  {
    words: /openai|anthropic|claude|gemini|ollama|azure/i,
    within: /^web\/features\/[a-z-]+\/[a-z-]*snippets?\.tsx?$/,
    why: 'code samples name the package or the program a client runs, whoever the provider is',
  },
]

const checked = /^(?:contract|pricing|protocols|server|web)\//
const knowsDialects = /^(?:protocols\/|server\/relay\/(?:endpoints|usual-address)\.ts$)/

/** Names of providers that are no vendor's. */
const notVendors = new Set(['compatible', 'custom'])

/** A vendor's name stands in providers/ alone; whatever differs between vendors is asked of the provider. */
export const vendorRule: Rule = (files) => {
  const names = vendorNames(files)
  if (names.length === 0) return []
  const dialects = dialectNames(files)
  const pattern = new RegExp(String.raw`[\w-]*?(${names.join('|')})[\w-]*`, 'gi')
  return files
    .filter((file) => checked.test(file.path) && !isTest(file.path))
    .flatMap((file) =>
      violationsOf(file, pattern, ([word, name = '']) => {
        if (!startsInside(word, name)) return undefined
        if (allowances.some(({ words, within }) => words.test(word) && within.test(file.path))) return undefined
        if (knowsDialects.test(file.path) && isOfDialect(name.toLowerCase(), dialects)) return undefined
        return `"${word}" names a vendor: ask the provider for what differs, so that a vendor is one file in providers/`
      }),
    )
}

/** Beside the vendors' files are others, of what several of them share, and folders of dialects. */
const isProvider = /^providers\/[\w-]+\.ts$/
const describesVendor = /^\s+type: \d+,$/m

const vendorNames = (files: readonly SourceFile[]): string[] => {
  const vendors = files.filter(({ path, text }) => isProvider.test(path) && !isTest(path) && describesVendor.test(text))
  const fileNames = vendors.map(({ path }) => path.replace(/^.*\/|\.ts$/g, ''))
  const given = vendors.flatMap(({ text }) =>
    [...text.matchAll(/\bname: '([a-z][\w-]+)'/g)].map((match) => match[1] ?? ''),
  )
  const names = [...fileNames, ...given].filter((name) => name.length > 3 && !notVendors.has(name))
  return [...new Set(names)].sort((a, b) => b.length - a.length)
}

const dialectNames = (files: readonly SourceFile[]): string[] => [
  ...new Set(files.flatMap(({ path }) => path.match(/^protocols\/([^/.]+)\//)?.[1] ?? [])),
]

const isOfDialect = (name: string, dialects: readonly string[]): boolean =>
  dialects.some((dialect) => dialect === name || dialect.startsWith(`${name}-`))
