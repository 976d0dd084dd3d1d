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

/** A list as each dialect has it. */
export const writeKeptList = ({ kind }: KeptPlace, things: readonly JsonObject[]): JsonObject =>
  kind === 'cache'
    ? { cachedContents: things }
    : {
        object: 'list',
        data: things,
        first_id: things[0]?.id ?? null,
        last_id: things.at(-1)?.id ?? null,
        has_more: false,
      }
