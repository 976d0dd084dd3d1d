import type { JsonObject } from '#protocols/json/json.ts'
import {
  type Path,
  type Place,
  pathIn,
  type Steering,
  type SteeringField,
  saidIn,
  valueAt,
  withValueAt,
} from '#protocols/steering.ts'

/** How much a model may be told to think, the least first. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof efforts)[number]
const order: readonly unknown[] = efforts

/**
 * What is refused of a member, and so is left out or changed:
 *
 * - `always`: any of it
 * - `beside_temperature`: any of it where a temperature is given too, unless that is the usual one
 * - `least`, `most`: what is beyond; it becomes the nearest that is taken
 * - `within`: what is outside; it is left out
 * - `count`: those after so many
 * - `efforts`: others; they become the next lower, or the lowest
 * - `calledAs`: another of its names
 */
type Refusal =
  | 'always'
  | 'beside_temperature'
  | { least?: number; most?: number }
  | { within: readonly [least: number, most: number] }
  | { count: number }
  | { efforts: readonly Effort[] }
  | { calledAs: string }

export type Refusals = Readonly<Partial<Record<SteeringField, Refusal>>>

/** What is refused, and where a dialect says it. */
export type Refused = { place: Place; refusal: Refusal }

/** What a dialect has no place for cannot be said in it. */
export const refusedAt = ({ places }: Steering, refusals: Refusals): readonly Refused[] =>
  fieldsOf(refusals).flatMap((field) => {
    const place = places[field]
    const refusal = refusals[field]
    return place === undefined || refusal === undefined ? [] : { place, refusal }
  })

const fieldsOf = (refusals: Refusals): SteeringField[] => {
  const fields: SteeringField[] = []
  // seam: TypeScript knows the names of an object's members only as text
  for (const field in refusals) fields.push(field as SteeringField)
  return fields
}

/**
 * How nearly every body is passed over, and every body is looked at: by the members in which any of it may stand. What
 * stands within members that most bodies have is looked for by itself.
 */
export type QuickLook = { members: ReadonlySet<string>; within: readonly Place[] }

export const quickLookFor = (refused: readonly Refused[]): QuickLook => {
  const places = refused.map(({ place }) => place)
  const isWithin = ({ read, without }: Place) => read !== undefined && without !== undefined
  return {
    members: new Set(places.flatMap((place) => (isWithin(place) ? [] : place.paths.map(([member = '']) => member)))),
    within: [...new Set(places.filter(isWithin))],
  }
}

export const saysAny = (body: JsonObject, { members, within }: QuickLook): boolean => {
  for (const member in body) if (members.has(member)) return true
  for (const place of within) if (saidIn(body, place) !== undefined) return true
  return false
}

/** The body without what is refused of it: the same object where nothing is. */
export const withoutRefused = (body: JsonObject, steering: Steering, refused: readonly Refused[]): JsonObject => {
  let fitting = body
  for (const { place, refusal } of refused) {
    const path = pathIn(fitting, place.paths)
    if (path !== undefined) fitting = fitted(fitting, steering, place, path, refusal)
  }
  return fitting
}

const fitted = (body: JsonObject, steering: Steering, place: Place, path: Path, refusal: Refusal): JsonObject => {
  const value = valueAt(body, path)
  if (refusal === 'always') return withoutPlace(body, place)
  if (refusal === 'beside_temperature') return besideTemperature(body, steering, place)
  if ('calledAs' in refusal) return renamed(body, place, [refusal.calledAs])
  if ('count' in refusal) {
    return Array.isArray(value) && value.length > refusal.count
      ? withValueAt(body, path, value.slice(0, refusal.count))
      : body
  }
  if ('efforts' in refusal) return withEffort(body, path, value, refusal.efforts)
  if (typeof value !== 'number') return body
  if ('within' in refusal) {
    const [least, most] = refusal.within
    return value < least || value > most ? withoutPlace(body, place) : body
  }
  const { least = -Infinity, most = Infinity } = refusal
  const nearest = Math.min(Math.max(value, least), most)
  return nearest === value ? body : withValueAt(body, path, nearest)
}

const withoutPlace = (body: JsonObject, { paths, whole = paths, without }: Place): JsonObject => {
  if (without !== undefined) return without(body)
  let left = body
  for (const path of whole) if (valueAt(left, path) !== undefined) left = withValueAt(left, path, undefined)
  return left
}

/** Of the two the temperature stays, unless it says nothing that would not be so without it. */
const besideTemperature = (body: JsonObject, { places }: Steering, place: Place): JsonObject => {
  const temperature = places.temperature === undefined ? undefined : saidIn(body, places.temperature)
  if (temperature === undefined) return body
  return withoutPlace(body, temperature === 1 && places.temperature !== undefined ? places.temperature : place)
}

/** Upstreams that know both names mind the first. */
const renamed = (body: JsonObject, place: Place, name: Path): JsonObject => {
  const value = saidIn(body, place)
  const isOnlyThere = place.paths.every((path) => path.join() === name.join() || valueAt(body, path) === undefined)
  return isOnlyThere ? body : withValueAt(withoutPlace(body, place), name, value)
}

/** Numbers of tokens are no words for it. Whoever wants some thinking is not taken to want none. */
const withEffort = (body: JsonObject, path: Path, value: unknown, known: readonly Effort[]): JsonObject => {
  const wish = order.indexOf(value)
  if (wish < 0 || known.some((effort) => effort === value)) return body
  const some = known.filter((effort) => effort !== 'none')
  const below = some.filter((effort) => order.indexOf(effort) <= wish)
  const nearest = below.at(-1) ?? some[0]
  return nearest === undefined ? body : withValueAt(body, path, nearest)
}
