import { ApplicationError } from '#contract/errors.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { pathOfKept, readKeptPage, writeKeptList } from '#protocols/kept-things.ts'
import type { OwnedThing } from '../../domain/owned-things.ts'
import { inDialect } from '../call.ts'
import { AttemptFailure } from '../failure.ts'
import { missing } from '../named-things.ts'
import { type AnsweredKept, type AskedKept, askAt, bodyOf } from './ask-kept.ts'

/** So many are asked for side by side. */
const mostAtOnce = 20

/**
 * A page of the caller's own things: the upstream's list has everybody's. Each is asked for where it is kept. What is no
 * longer there is left out, and others come into its place, as clients take a short page for the last one.
 */
export const listKept = async (asked: AskedKept): Promise<AnsweredKept> => {
  const { place, call, parts } = asked
  const page = inDialect(() => readKeptPage(place, new URLSearchParams(call.query)))
  const things: JsonObject[] = []
  let { beyond } = page
  let hasMore = true
  while (hasMore && things.length < page.limit) {
    const count = Math.min(mostAtOnce, page.limit - things.length)
    const found = await parts.domain.ownedThings.list(parts.caller.userId, place.kind, {
      ...page,
      beyond,
      count: count + 1,
    })
    if (found === undefined) throw missing({ kind: place.kind, id: beyond?.id ?? '', place: beyond?.place ?? '' })
    const some = found.slice(0, count)
    things.push(...(await toldOf(asked, some)))
    hasMore = found.length > count
    const last = some.at(-1)
    if (last !== undefined) beyond = { place: '', isBefore: false, ...page.beyond, id: last.id }
  }
  const told = writeKeptList(place, page.beyond?.isBefore === true ? things.reverse() : things, hasMore)
  return { bytes: Buffer.from(JSON.stringify(told)), status: 200, contentType: 'application/json' }
}

const toldOf = async (asked: AskedKept, things: readonly OwnedThing[]): Promise<JsonObject[]> => {
  const told = await Promise.all(things.map((thing) => toldOrGone(asked, thing)))
  return told.filter((thing) => thing !== undefined)
}

const toldOrGone = async (asked: AskedKept, { id, keeper }: OwnedThing): Promise<JsonObject | undefined> => {
  const { parts, place, call } = asked
  try {
    const one = { ...asked, call: { ...call, path: pathOfKept(place, id), query: '' } }
    return bodyOf((await askAt(one, keeper, id)).bytes)
  } catch (error) {
    if (error instanceof ApplicationError && error.code === 'thing_channel_gone') return undefined
    if (!(error instanceof AttemptFailure) || error.status !== 404) throw error
    await parts.domain.ownedThings.forget(parts.caller.userId, { kind: place.kind, id })
    return undefined
  }
}
