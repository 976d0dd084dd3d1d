import { ProtocolError } from './failure.ts'
import { isObject, type JsonObject, textAt } from './json/json.ts'
import type { MadeThing, ThingKind } from './named-things.ts'

/** Things that clients have an upstream keep, and ask for by their ids. */
type KeptKind = {
  kind: ThingKind
  /** Where all of them stand. */
  path: string
  /** What stands before an id where requests name it. */
  before: string
  /** Whether keeping them costs something that no call tells. */
  costs: boolean
}

const keptKinds: readonly KeptKind[] = [
  { kind: 'conversation', path: '/v1/conversations', before: '', costs: false },
  { kind: 'container', path: '/v1/containers', before: '', costs: true },
  { kind: 'store', path: '/v1/vector_stores', before: '', costs: true },
  { kind: 'cache', path: '/v1beta/cachedContents', before: 'cachedContents/', costs: true },
]

/** What a path asks for: all of a kind, one, or something within one. */
export type KeptPlace = KeptKind & { id: string | undefined; within: string }

/** Where the items stand that an answer was asked with: they are listed like the things of that dialect. */
export const responseItemsPlace: KeptPlace = {
  kind: 'item',
  path: '/v1/responses',
  before: '',
  costs: false,
  id: undefined,
  within: 'input_items',
}

export const keptPlaceOf = (path: string): KeptPlace | undefined => {
  const found = keptKinds.find((each) => path === each.path || path.startsWith(`${each.path}/`))
  if (found === undefined) return undefined
  const [id, ...rest] = path.slice(found.path.length + 1).split('/')
  return { ...found, id: id === '' || id === undefined ? undefined : found.before + id, within: rest.join('/') }
}

export const pathOfKept = ({ path, before }: KeptPlace, id: string): string => `${path}/${id.slice(before.length)}`

/** What an upstream's answer says was made: the thing itself, or what was put into it and has an id everywhere. */
export const madeOfKept = ({ kind, id, within }: KeptPlace, answer: unknown): MadeThing[] => {
  const made = textAt(answer, kind === 'cache' ? 'name' : 'id')
  if (id === undefined) return made === undefined ? [] : [{ kind, id: made }]
  if (kind === 'container' && within === 'files') return made === undefined ? [] : [{ kind: 'file', id: made }]
  if (kind !== 'conversation' || within !== 'items' || !isObject(answer) || !Array.isArray(answer.data)) return []
  return answer.data.flatMap((item: unknown): MadeThing[] => {
    const itemId = textAt(item, 'id')
    return itemId === undefined ? [] : [{ kind: 'item', id: itemId }]
  })
}

/** Which part of a list is wanted; `beyond` is what it begins behind, or ends before. */
export type KeptPage = {
  limit: number
  order: 'asc' | 'desc'
  beyond: { id: string; isBefore: boolean; place: string } | undefined
}

const usualPage = 20
const largestPage = 100

/** As each dialect asks for a part of a list. */
export const readKeptPage = ({ kind }: KeptPlace, query: URLSearchParams): KeptPage => {
  const told = (...names: string[]): string | undefined =>
    names.map((name) => query.get(name) ?? '').find((text) => text !== '')
  if (kind === 'cache') {
    const token = told('pageToken', 'page_token')
    const size = countIn(told('pageSize', 'page_size'), 'pageSize', 0, 1_000_000)
    const beyond = token && { id: Buffer.from(token, 'base64url').toString(), isBefore: false, place: 'pageToken' }
    return { limit: Math.min(size || usualPage, largestPage), order: 'desc', beyond: beyond || undefined }
  }
  const [after, before, order = 'desc'] = [told('after'), told('before'), told('order')]
  if (after !== undefined && before !== undefined) throw new ProtocolError('before', 'cannot stand beside after')
  if (order !== 'asc' && order !== 'desc') throw new ProtocolError('order', 'must be asc or desc')
  const id = after ?? before
  return {
    limit: countIn(told('limit'), 'limit', 1, largestPage) ?? usualPage,
    order,
    beyond:
      id === undefined
        ? undefined
        : { id, isBefore: after === undefined, place: after === undefined ? 'before' : 'after' },
  }
}

const countIn = (text: string | undefined, place: string, least: number, most: number): number | undefined => {
  if (text === undefined) return undefined
  const count = /^\d{1,9}$/.test(text) ? Number(text) : -1
  if (count < least || count > most) throw new ProtocolError(place, `must be a whole number from ${least} to ${most}`)
  return count
}

/** A page as each dialect has it. */
export const writeKeptList = ({ kind }: KeptPlace, things: readonly JsonObject[], hasMore: boolean): JsonObject => {
  const last = things.at(-1)
  if (kind !== 'cache') {
    return {
      object: 'list',
      data: things,
      first_id: things[0]?.id ?? null,
      last_id: last?.id ?? null,
      has_more: hasMore,
    }
  }
  const token = hasMore ? textAt(last, 'name') : undefined
  return {
    cachedContents: things,
    ...(token === undefined ? {} : { nextPageToken: Buffer.from(token).toString('base64url') }),
  }
}
