import type { IncomingHttpHeaders } from 'node:http'
import type { ProtocolName } from '#protocols/protocol.ts'
import type { TaskPlatform } from '#protocols/task-platform.ts'
import { taskPlatforms } from '#protocols/tasks/index.ts'
import { endpointOf, modelActs, type RelayEndpoint, type Row, rows } from './endpoints.ts'
import { isOtherAddress, type UsualAddress, usualAddress, withoutSlash } from './usual-address.ts'

/** Most calls come to one of these: they are found without a look at the rows. */
const usualCalls: ReadonlyMap<string, RelayEndpoint> = new Map(
  rows.flatMap((row) => {
    if (typeof row.path !== 'string' || row.method !== 'POST') return []
    return [[row.path, endpointOf(row, { path: row.path, model: undefined, tellsUsage: false }, '')]]
  }),
)

/** Some stand among those of the console. */
const fixedPaths: ReadonlySet<string> = new Set(rows.flatMap(({ path }) => (typeof path === 'string' ? [path] : [])))

/** Whether a path belongs to the relay at all, known or not. */
export const isRelayPath = (path: string): boolean =>
  path.startsWith('/v1/') ||
  fixedPaths.has(withoutSlash(path)) ||
  isOtherAddress(path) ||
  misplacedCall.test(path) ||
  platformOfPath(path) !== undefined

export const platformOfPath = (path: string): TaskPlatform | undefined =>
  taskPlatforms.find(({ paths }) => paths.test(path))

/** Clients whose base address leads further in than it should, or is written in capitals. */
const misplacedCall = new RegExp(
  `/(?:chat/completions|(?:v1/)?(?:responses|messages|embeddings)|v1(?:beta)?/models|models/[^/]+:(?:${modelActs}))/?$`,
  'i',
)

export const isCall = (path: string): boolean =>
  rows.some((row) => (row.kind === 'call' || row.kind === 'models') && partOf(row, path) !== undefined)

export const findEndpoint = (
  method: string,
  path: string,
  headers: IncomingHttpHeaders,
): RelayEndpoint | 'wrong_method' | undefined =>
  (method === 'POST' ? usualCalls.get(path) : undefined) ?? searchEndpoint(method, usualAddress(path), headers)

const searchEndpoint = (
  method: string,
  address: UsualAddress,
  headers: IncomingHttpHeaders,
): RelayEndpoint | 'wrong_method' | undefined => {
  // Whoever asks for the head alone is answered like who asks for all.
  const asked = method === 'HEAD' ? 'GET' : method
  let known = false
  for (const row of rows) {
    const part = partOf(row, address.path)
    if (part === undefined) continue
    // What is asked of a model with a POST stands behind its name, and this is none of it.
    known ||= row.kind !== 'model' || asked !== 'POST'
    if (fits(row, headers) && (row.method === 'ANY' || row.method === asked)) return endpointOf(row, address, part)
  }
  return known ? 'wrong_method' : undefined
}

/** The dialect of a path, under its usual name. */
export const protocolAt = (path: string, headers: IncomingHttpHeaders): ProtocolName | undefined =>
  rows.find((row) => partOf(row, path) !== undefined && fits(row, headers))?.protocol

/** What it may be asked with. What is not built is asked with nothing. */
export const methodsAt = (path: string, headers: IncomingHttpHeaders): string[] => {
  const known = rows.filter((row) => row.kind !== 'unimplemented' && partOf(row, path) !== undefined)
  const own = known.filter((row) => fits(row, headers))
  return [...new Set((own.length > 0 ? own : known).map(({ method }) => method))].toSorted()
}

/** The paths of calls whose names do not vary. */
export const fixedCalls: readonly string[] = rows.flatMap(({ path, kind }) =>
  kind === 'call' && typeof path === 'string' ? [path] : [],
)

/** The part of a path that varies, empty where none does; undefined where the row is not meant. */
const partOf = ({ path }: Row, asked: string): string | undefined => {
  if (typeof path === 'string') return path === asked ? '' : undefined
  const match = path.exec(asked)
  return match === null ? undefined : (match[1] ?? '')
}

const fits = ({ header }: Row, headers: IncomingHttpHeaders): boolean =>
  header === undefined || headers[header] !== undefined
