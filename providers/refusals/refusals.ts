import { capabilitiesOf, isKnownModel } from '#protocols/anthropic-messages/model-capabilities.ts'
import { unstampedSystem } from '#protocols/anthropic-messages/request-stamp.ts'
import { protocolOf } from '#protocols/index.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import type { Steering } from '#protocols/steering.ts'
import type { Dialect } from '../dialect.ts'
import type { Changes } from '../provider.ts'
import { familyName } from './model-family.ts'
import { withoutRefused } from './refusal.ts'
import { type RefusalRow, refusalTable } from './refusal-table.ts'

/** Which model is spoken to, by whom it is offered and in which dialect. */
export type Target = {
  /** The vendor's name. */
  vendor: string
  dialect: Dialect
  /** As the upstream knows it. */
  model: string
  /** As the client asked for it, before the channel gave it another name. */
  asked: string
}

/** How a dialect is steered; undefined where it has no conversations. */
export const steeringOf = (dialect: Dialect): Steering | undefined => {
  if (typeof dialect !== 'string') return dialect.kind === 'chat' ? dialect.upstream.steering : undefined
  const { common } = protocolOf(dialect)
  return common?.kind === 'chat' ? common.client.steering : undefined
}

/** The members of a request to set, or to take away, for its model to take it; undefined where it is taken as it is. */
export const changesForModel = (body: JsonObject, target: Target): Changes | undefined => {
  const fitting = fittingModel(unstamped(body, target), target)
  return fitting === body ? undefined : differences(body, fitting)
}

/** What an agent stamps its requests with for its own maker is no news to others, and spoils their caches. */
const unstamped = (body: JsonObject, { vendor, dialect }: Target): JsonObject => {
  const system = dialect === 'anthropic-messages' && vendor !== 'anthropic' ? unstampedSystem(body) : undefined
  return system === undefined ? body : { ...body, system }
}

const fittingModel = (body: JsonObject, target: Target): JsonObject => {
  const rows = rowsFor(target)
  const steering = rows.length === 0 ? undefined : steeringOf(target.dialect)
  if (steering === undefined) return body
  let fitting = body
  for (const { while: when, refuses } of rows) {
    if (when === 'thinking' && steering.thinks(fitting) !== true) continue
    if (when === 'not_off' && steering.thinks(fitting) === false) continue
    fitting = withoutRefused(fitting, steering, refuses)
  }
  return fitting
}

const differences = (before: JsonObject, after: JsonObject): Changes => {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return Object.fromEntries(
    [...names].filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  )
}

const known = new Map<string, readonly RefusalRow[]>()
const mostKnown = 10_000

/** Remembered, as every conversation asks. */
const rowsFor = (target: Target): readonly RefusalRow[] => {
  const { vendor, model, asked } = target
  const dialect = nameOf(target.dialect)
  const key = `${vendor} ${dialect} ${model} ${asked}`
  const found = known.get(key)
  if (found !== undefined) return found
  const name = familyName(namesDeployment(vendor, model) ? asked : model)
  const fitting = refusalTable.filter(
    (row) =>
      (row.models === undefined || row.models.test(name)) &&
      (row.at === undefined || row.at.includes(vendor)) &&
      (row.dialect === undefined || row.dialect === dialect),
  )
  const rows = [...fitting, ...claudeRows(name, dialect)]
  if (known.size >= mostKnown) known.clear()
  known.set(key, rows)
  return rows
}

const nameOf = (dialect: Dialect): string => (typeof dialect === 'string' ? dialect : dialect.name)

/** Where operators name what they run themselves, the client's word tells more of it than that name. */
const namesDeployment = (vendor: string, model: string): boolean => {
  if (vendor === 'azure') return !knownMaker.test(familyName(model))
  return ownArn.test(model) || (vendor === 'volcengine' && model.startsWith('ep-'))
}

/** What an operator made there, and named by a number. */
const ownArn = /^arn:.*:(?:application-inference-profile|custom-model|imported-model|provisioned-model)\//
const knownMaker = /^(?:o\d|(?:chat)?gpt-)/

/** What their dialect knows they are not capable of. Of models too new to be known nothing is said. */
const claudeRows = (name: string, dialect: string): RefusalRow[] => {
  if (!name.includes('claude') || !isKnownModel(name)) return []
  const { sampling, efforts, thinking } = capabilitiesOf(name)
  const none: RefusalRow = { refuses: { temperature: 'always', topP: 'always', topK: 'always' } }
  const rows: RefusalRow[] = []
  if (sampling === 'none') rows.push(none)
  else if (thinking !== 'none') {
    rows.push({
      while: 'thinking',
      refuses: { temperature: { within: [1, 1] }, topP: { within: [0.95, 1] }, topK: 'always' },
    })
  }
  if (sampling === 'one') rows.push({ refuses: { topP: 'beside_temperature' } })
  // Others have words of their own for it, and it is they who know what becomes of them.
  if (dialect === 'anthropic-messages')
    rows.push({ refuses: { effort: efforts.length === 0 ? 'always' : { efforts } } })
  return rows
}
