import { capabilitiesOf, isKnownModel } from '#protocols/anthropic-messages/model-capabilities.ts'
import { unstampedSystem } from '#protocols/anthropic-messages/request-stamp.ts'
import { protocolOf } from '#protocols/index.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import type { Steering } from '#protocols/steering.ts'
import type { Dialect } from '../dialect.ts'
import type { Changes } from '../provider.ts'
import { familyNameOf } from './model-family.ts'
import { type QuickLook, quickLookFor, type Refused, refusedAt, saysAny, withoutRefused } from './refusal.ts'
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
  const refusing = refusingOf(target)
  if (refusing === undefined) return body
  const { steering, look, rows } = refusing
  if (!saysAny(body, look)) return body
  let fitting = body
  for (const { when, refused } of rows) {
    if (when === 'thinking' && steering.thinks(fitting) !== true) continue
    if (when === 'not_off' && steering.thinks(fitting) === false) continue
    fitting = withoutRefused(fitting, steering, refused)
  }
  return fitting
}

const differences = (before: JsonObject, after: JsonObject): Changes => {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return Object.fromEntries(
    [...names].filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  )
}

/** What a model refuses, where its dialect says it. */
type Refusing = {
  steering: Steering
  look: QuickLook
  rows: readonly { when: RefusalRow['while']; refused: readonly Refused[] }[]
}

type Known = Pick<Target, 'vendor' | 'dialect' | 'asked'> & { refusing: Refusing | undefined }

/** By the model. */
const known = new Map<string, readonly Known[]>()
const mostKnown = 10_000
const mostOfModel = 100
const none: readonly Known[] = []

/** Remembered, as every conversation asks. Undefined where it refuses nothing. */
const refusingOf = ({ vendor, dialect, model, asked }: Target): Refusing | undefined => {
  const ofModel = known.get(model) ?? none
  for (const each of ofModel) {
    if (each.asked === asked && each.vendor === vendor && each.dialect === dialect) return each.refusing
  }
  const refusing = workOut({ vendor, dialect, model, asked })
  if (known.size >= mostKnown || ofModel.length >= mostOfModel) known.clear()
  known.set(model, [...ofModel, { vendor, dialect, asked, refusing }])
  return refusing
}

const workOut = (target: Target): Refusing | undefined => {
  const rows = rowsFor(target)
  const steering = rows.length === 0 ? undefined : steeringOf(target.dialect)
  if (steering === undefined) return undefined
  const placed = rows.map((row) => ({ when: row.while, refused: refusedAt(steering, row.refuses) }))
  return { steering, look: quickLookFor(placed.flatMap(({ refused }) => refused)), rows: placed }
}

const rowsFor = (target: Target): readonly RefusalRow[] => {
  const { vendor } = target
  const dialect = nameOf(target.dialect)
  const name = familyNameOf(target)
  const fitting = refusalTable.filter(
    (row) =>
      (row.models === undefined || row.models.test(name)) &&
      (row.at === undefined || row.at.includes(vendor)) &&
      (row.dialect === undefined || row.dialect === dialect),
  )
  return [...fitting, ...claudeRows(name, dialect)]
}

const nameOf = (dialect: Dialect): string => (typeof dialect === 'string' ? dialect : dialect.name)

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
