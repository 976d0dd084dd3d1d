import { isTest, type Rule, type SourceFile, violationsOf } from './source-file.ts'

/** Packages with one home, and folders that must do without some. */
type Home = { packages: RegExp; within: RegExp; home: RegExp; why: string }

const product = /^(?:contract|pricing|protocols|providers|server|web)\//

const homes: readonly Home[] = [
  {
    packages: /^(?:kysely|pg|node:sqlite|better-sqlite3)$/,
    within: product,
    home: /^server\/db\//,
    why: 'only server/db knows a database',
  },
  {
    packages: /^@base-ui\//,
    within: product,
    home: /^web\/ui\//,
    why: 'only web/ui knows the kit our pieces are made of',
  },
  {
    packages: /^react-hook-form$/,
    within: product,
    home: /^web\/ui\//,
    why: 'a form is its fields: describe them with formOf, and use useRecordForm',
  },
  {
    packages: /^d3(?:-|$)/,
    within: product,
    home: /^web\/ui\/charts\//,
    why: 'only web/ui/charts draws charts',
  },
  {
    packages: /^undici$/,
    within: product,
    home: /^server\/lib\/outbound\//,
    why: 'every call to another machine goes through the guard of server/lib/outbound, which refuses forbidden addresses',
  },
  {
    packages: /^(?:node:|undici$|ioredis$|fastify|pg$)/,
    within: /^(?:contract|pricing|web)\//,
    home: /^$/,
    why: 'this code runs in a browser',
  },
  {
    packages:
      /^(?:node:(?:http|https|http2|net|tls|dgram|dns|fs|child_process|worker_threads|timers).*|undici|ioredis|pg|fastify)$/,
    within: /^(?:protocols|providers)\//,
    home: /^$/,
    why: 'dialects and vendors are pure: no network, no files, no clock',
  },
]

const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'".#][^'"\n]*)\1/g

const outboundWhy = 'every call to another machine goes through server/lib/outbound, which refuses forbidden addresses'
const serverSide = /^(?:contract|protocols|providers|server)\//
const outbound = /^server\/lib\/outbound\//

/** A call of the global fetch, or of a client in node:http. */
const networkPattern =
  /(?<![.\w#])fetch\(|\bhttps?\.(?:request|get)\(|\bnet\.(?:connect|createConnection)\(|\btls\.connect\(/g

/** Each package has one home, and the network one door. */
export const packageRule: Rule = (files) =>
  files.filter((file) => !isTest(file.path)).flatMap((file) => [...misplacedImports(file), ...networkCalls(file)])

const misplacedImports = (file: SourceFile) =>
  violationsOf(file, importPattern, (match) => {
    const name = match[2] ?? ''
    const broken = homes.find(
      ({ packages, within, home }) => packages.test(name) && within.test(file.path) && !home.test(file.path),
    )
    return broken && `${name} has no place here: ${broken.why}`
  })

const networkCalls = (file: SourceFile) => {
  if (!serverSide.test(file.path) || outbound.test(file.path)) return []
  return violationsOf(file, networkPattern, (match) => `${match[0]}…) opens a connection here: ${outboundWhy}`)
}
