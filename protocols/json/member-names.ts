import { ProtocolError } from '../failure.ts'
import { findDoubledMember } from './doubled-member.ts'
import type { JsonObject } from './json.ts'

/**
 * Readers of JSON differ: of equal names some take the first and some the last, and those written in Go take a name in
 * any case for theirs. A request is refused where that could make the upstream read another model, limit or word than
 * was priced, limited and searched here.
 */
export type MemberNames = {
  /** Names that mean something to somebody, and what stands below: names again, or the client's own. */
  known: ReadonlyMap<string, 'names' | 'free'>
  /** The same as careless readers see them, with the right spelling. */
  folded: ReadonlyMap<string, string>
  fold: (name: string) => string
  /** The other spelling of a name that has two. */
  twins: ReadonlyMap<string, string> | undefined
}

/** Throws a `ProtocolError` that names the member. `members`: how many the text has. */
export const checkMemberNames = (names: MemberNames, body: JsonObject, members: number, bytes: Buffer): void => {
  if (countNames(names, body) === members) return
  throw new ProtocolError(findDoubledMember(bytes) ?? 'body', 'must not stand twice in one object')
}

/** One pass over what was parsed: counts its names and looks at each. */
const countNames = (names: MemberNames, value: object): number => {
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && item !== null) count += countNames(names, item)
    return count
  }
  // seam: what is neither null nor an array is an object with names
  const members = value as JsonObject
  for (const name in members) {
    count += 1
    const below = names.known.get(name)
    if (below === undefined) checkSpelling(names, name)
    else if (names.twins !== undefined) checkTwin(names.twins, name, members)
    const item = members[name]
    if (typeof item === 'object' && item !== null)
      count += below === 'names' ? countNames(names, item) : countFree(item)
  }
  return count
}

/** Below here names are the client's own: only how many there are matters. */
const countFree = (value: object): number => {
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && item !== null) count += countFree(item)
    return count
  }
  for (const item of Object.values(value)) {
    count += typeof item === 'object' && item !== null ? 1 + countFree(item) : 1
  }
  return count
}

/** Throws where a name that is not known would be known to a reader who takes less care. */
export const checkSpelling = ({ folded, fold }: MemberNames, name: string): void => {
  const right = folded.get(fold(name))
  if (right !== undefined) throw new ProtocolError(JSON.stringify(name), `must be spelt "${right}"`)
}

const checkTwin = (twins: ReadonlyMap<string, string>, name: string, members: JsonObject): void => {
  const twin = twins.get(name)
  if (twin !== undefined && Object.hasOwn(members, twin)) {
    throw new ProtocolError(name, `must not stand beside "${twin}", which means the same`)
  }
}
