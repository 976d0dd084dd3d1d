import { ProtocolError } from '#protocols/failure.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { pathIn, type Steering, type SteeringField, saidIn, steeringFields } from '#protocols/steering.ts'
import type { Dialect } from '#providers/dialect.ts'
import { steeringOf } from '#providers/refusals/refusals.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'

/**
 * Which members of the client's request steer the model that answers otherwise than the client asked, by the client's
 * own names: left out or changed, whether by the other dialect or because the model refuses them. `sent` is what goes to
 * the upstream.
 */
export const changedMembers = (call: Call, sent: JsonObject, dialect: Dialect): string[] => {
  const asking = steeringOf(call.protocol.name)
  const asked = steeringOf(dialect)
  if (call.endpoint.operation !== 'chat' || asking === undefined || asked === undefined) return []
  const body = call.body()
  return steeringFields.flatMap((field) => {
    const place = asking.places[field]
    const path = place === undefined ? undefined : pathIn(body, place.paths)
    if (place === undefined || path === undefined) return []
    const wish = saidIn(body, place)
    return wish === undefined || isUsual(field, wish, body) || isKept(field, wish, sent, asked) ? [] : [path.join('.')]
  })
}

/** Who wants to be answered as asked or not at all is not answered by this channel; another may take it as it is. */
export const refuseChanges = ({ strict }: Caller, changed: readonly string[]): void => {
  const [first] = changed
  if (strict === true && first !== undefined)
    throw new ProtocolError(first, 'would be left out or changed for this model')
}

/** What would be so without being said is not missed. */
const isUsual = (field: SteeringField, wish: unknown, body: JsonObject): boolean => {
  switch (field) {
    case 'temperature':
    case 'topP':
    case 'choices':
    case 'repetitionPenalty':
      return wish === 1
    case 'presencePenalty':
    case 'frequencyPenalty':
    case 'minP':
    case 'maximumOutput':
      return typeof wish === 'number' && wish <= 0
    case 'logprobs':
      return wish === false
    case 'parallelTools':
      return wish !== false || !Array.isArray(body.tools) || body.tools.length === 0
    case 'stop':
      return Array.isArray(wish) && wish.length === 0
    case 'effort':
      return typeof wish === 'boolean' || (typeof wish === 'number' && wish < 0)
    case 'cacheKey':
    case 'cacheRetention':
    case 'cacheMarks':
      // Where a prompt is kept changes nothing of the answer.
      return true
    default:
      return false
  }
}

const isKept = (field: SteeringField, wish: unknown, sent: JsonObject, { places, thinks }: Steering): boolean => {
  const place = places[field]
  const told = place === undefined ? undefined : saidIn(sent, place)
  switch (field) {
    case 'stop':
      return told !== undefined && listOf(told).join('\0') === listOf(wish).join('\0')
    case 'logprobs':
    case 'logitBias':
    case 'webSearch':
      return told !== undefined
    case 'effort':
      return isEffortKept(wish, told, thinks(sent))
    default:
      return told === wish
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** A word and a number of tokens are measures of the same; some upstreams are told no more than whether to think. */
const isEffortKept = (wish: unknown, told: unknown, thinks: boolean | undefined): boolean => {
  const isOff = wish === 'none' || wish === 0
  if (told === undefined || typeof told !== typeof wish)
    return isOff ? thinks !== true : thinks !== undefined || told !== undefined
  return told === wish
}
