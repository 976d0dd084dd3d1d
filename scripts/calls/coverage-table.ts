import { contract } from '#contract/index.ts'
import { isTest, type SourceFile } from '../layers/source-file.ts'
import { type SpecifiedCall, specifiedCalls } from './specified-calls.ts'

type CoveredCall = SpecifiedCall & {
  /** The endpoint of the contract and the file of its handler; undefined when nothing answers. */
  implementedBy: string | undefined
  /** The first test that calls it. */
  test: string | undefined
}

/** Every specified call with what answers it and what tests it. */
export const coverCalls = (files: readonly SourceFile[]): CoveredCall[] => {
  const handlers = handlerFiles(files)
  const tests = files.filter(({ path }) => isTest(path)).sort((a, b) => nearness(a.path) - nearness(b.path))
  return specifiedCalls.map((call) => ({
    ...call,
    implementedBy: implementationOf(call, files, handlers),
    test: testOf(call, tests),
  }))
}

export const writeTable = (calls: readonly CoveredCall[]): string => {
  const rows = calls.map(
    ({ method, path, parts, implementedBy, test }) =>
      `| \`${method} ${path}\` | ${parts} | ${implementedBy ?? '**missing**'} | ${test ?? '**missing**'} |`,
  )
  return `${[title, introduction, head, ...rows].join('\n')}\n`
}

const title = '# Calls of the specification\n'
const introduction =
  'Every call that either part of the specification names, what answers it, and a test that makes it. Made from the\n' +
  'contract by `node scripts/write-documents.ts`; `npm run check` compares it, `npm test` finds what is missing.\n'
const head = '| Call | Part | Implemented by | Test |\n|---|---|---|---|'

/** Tests beside the handlers tell most, those in a browser least. */
const places = ['server/api/', 'server/signin/', 'server/relay/', 'server/', 'e2e/']
const nearness = (path: string): number => {
  const place = places.findIndex((each) => path.startsWith(each))
  return place < 0 ? places.length : place
}

const implementationOf = (
  { method, path }: SpecifiedCall,
  files: readonly SourceFile[],
  handlers: ReadonlyMap<string, string>,
): string | undefined => {
  for (const [group, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      if (endpoint.method !== method || plain(endpoint.path) !== plain(path)) continue
      return `\`${group}.${name}\`, ${handlers.get(group) ?? ''}`
    }
  }
  const relayed = files.find(({ path: file }) => file === 'server/relay/endpoints.ts')
  return relayed?.text.replaceAll('\\/', '/').includes(path) ? relayed.path : undefined
}

const plain = (path: string): string => path.replace(/\/$/, '').replaceAll(/:\w+/g, ':')

/** `tokens: tokenHandlers(plane)` and where `tokenHandlers` comes from. */
const handlerFiles = (files: readonly SourceFile[]): ReadonlyMap<string, string> => {
  const { text = '' } = files.find(({ path }) => path === 'server/api/index.ts') ?? {}
  const sources = new Map(
    [...text.matchAll(/import \{ (\w+Handlers) \} from '(?:\.\/([\w-]+\.ts)|\.\.\/([\w/-]+\.ts))'/g)].map(
      ([, name = '', beside, above]) => [name, beside === undefined ? `server/${above}` : `server/api/${beside}`],
    ),
  )
  return new Map(
    [...text.matchAll(/^ {2}(\w+): (\w+Handlers)\(/gm)].map(([, group = '', name = '']) => [
      group,
      sources.get(name) ?? '',
    ]),
  )
}

const testOf = ({ method, path }: SpecifiedCall, tests: readonly SourceFile[]): string | undefined => {
  const address = `${path.replace(/\/$/, '')}/?`.replaceAll(/\/:\w+/g, String.raw`/(?:\$\{[^}]*\}|\d+)`)
  const verb = method === 'DELETE' ? '(?:remove|delete)' : method.toLowerCase()
  const made = new RegExp(`(?:\\.${verb}\\(|'${method}',)\\s*['"\`]${address}(?:[?'"\`]|\\$\\{)`)
  // Where a test puts its call together itself, the address tells: so do all reads.
  const named = new RegExp(`['"\`}]${address}(?:[?'"\`]|\\$\\{)`)
  const isRead = method === 'GET' || path.startsWith('/pg/')
  return tests.find(({ text }) => made.test(text) || (isRead && named.test(text)))?.path
}
