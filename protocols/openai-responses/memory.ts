import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import { eachEvent, eventData } from '../sse.ts'
import { previousResponseIdOf } from './stored.ts'

/**
 * Answers that are kept here, where the upstream speaks a dialect that keeps none. Their ids, and those of their items,
 * tell that they may be, so that nobody looks for others; whether they are, and whose, is another matter.
 */
export type KeptAnswer = {
  id: string
  /** What was asked in this turn alone. */
  input: readonly unknown[]
  response: JsonObject
}

const mark = 'kept_'

export const keptResponseId = (base: string): string => `resp_${mark}${base}`

export const isKeptResponse = (id: string): boolean => id.startsWith(`resp_${mark}`)

/** The kept answers that a request rests on. */
export type RestsOn = {
  /** The one it goes on from. */
  previousId: string | undefined
  /** Those of which it names items. */
  responseIds: ReadonlySet<string>
}

/** Undefined for nearly every request. */
export const restsOnKept = (body: JsonObject): RestsOn | undefined => {
  const named = previousResponseIdOf(body)
  const previousId = named !== undefined && isKeptResponse(named) ? named : undefined
  const responseIds = answersNamedIn(Array.isArray(body.input) ? body.input : [])
  return previousId === undefined && responseIds.size === 0 ? undefined : { previousId, responseIds }
}

/** Of which kept answers these items are, as far as they are but named. */
export const answersNamedIn = (items: readonly unknown[]): Set<string> => {
  const ids = new Set<string>()
  for (const item of items) {
    const place = placeOfReference(item)
    if (place !== undefined) ids.add(place.responseId)
  }
  return ids
}

type ItemPlace = { responseId: string; list: 'input' | 'output'; index: number }

const itemId = new RegExp(`^[a-z]{1,8}_(${mark}[0-9a-z]+)_(i?)(\\d{1,6})$`)

const placeOfReference = (item: unknown): ItemPlace | undefined => {
  if (!isObject(item)) return undefined
  const isBare =
    (item.type === undefined || item.type === null) && item.role === undefined && item.content === undefined
  if (item.type !== 'item_reference' && !isBare) return undefined
  const [, base, isInput, index] = itemId.exec(textAt(item, 'id') ?? '') ?? []
  if (base === undefined) return undefined
  return { responseId: `resp_${base}`, list: isInput === 'i' ? 'input' : 'output', index: Number(index) }
}

/** What was asked, as a list: texts alone are a message of the user. */
export const inputItems = (input: unknown): readonly unknown[] => {
  if (Array.isArray(input)) return input
  if (typeof input !== 'string') return []
  return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }]
}

/** The turns before, the oldest first, and what is asked now, with all that is but named put in its place. */
export const wholeInput = (
  chain: readonly KeptAnswer[],
  input: unknown,
  known: ReadonlyMap<string, KeptAnswer>,
): unknown[] => {
  const items = chain.flatMap(({ input: asked, response }) => [...asked, ...saidAgain(response)])
  return [...items, ...inputItems(input)].map((item) => {
    const found = itemAt(placeOfReference(item), known)
    return found === undefined ? item : withoutId(found)
  })
}

/** What an answer is listed to have been asked: all turns before it as well, each item with its id. */
export const listedInput = (chain: readonly KeptAnswer[], known: ReadonlyMap<string, KeptAnswer>): JsonObject[] =>
  chain.flatMap((answer, turn) => {
    const asked = answer.input.flatMap((item, index): JsonObject[] => {
      const place = placeOfReference(item)
      const found = itemAt(place, known)
      if (found !== undefined && place !== undefined) return [identified(found, place.responseId, place.index)]
      return isObject(item) ? [identified(item, answer.id, index)] : []
    })
    return turn === chain.length - 1 ? asked : [...asked, ...outputOf(answer.response)]
  })

const outputOf = ({ output }: JsonObject): JsonObject[] => (Array.isArray(output) ? output.filter(isObject) : [])

/** A call of a tool that broke off has no end, and no result will ever answer it. */
const saidAgain = (response: JsonObject): JsonObject[] =>
  outputOf(response)
    .filter(({ type, status }) => status !== 'incomplete' || type === 'message')
    .map(withoutId)

/** Whoever keeps answers itself would look for the ids of others; reasoning is told by its words where its id is unknown. */
const withoutId = (item: JsonObject): JsonObject => {
  if (item.type === 'reasoning') return item
  const { id: _id, ...rest } = item
  return rest
}

const itemAt = (place: ItemPlace | undefined, known: ReadonlyMap<string, KeptAnswer>): JsonObject | undefined => {
  if (place === undefined) return undefined
  const answer = known.get(place.responseId)
  if (answer === undefined) return undefined
  const item = place.list === 'output' ? outputOf(answer.response)[place.index] : answer.input[place.index]
  // A name for a name leads nowhere: what was named is listed under its own.
  return isObject(item) && placeOfReference(item) === undefined ? item : undefined
}

const prefixes: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  function_call_output: 'fco',
  custom_tool_call: 'ctc',
  custom_tool_call_output: 'ctco',
}

const identified = (item: JsonObject, responseId: string, index: number): JsonObject => {
  const type = textAt(item, 'type') ?? 'message'
  const own = textAt(item, 'id')
  const id = own ?? `${prefixes[type] ?? 'item'}_${responseId.replace(/^resp_/, '')}_i${index}`
  if (type !== 'message') return { status: 'completed', ...item, id }
  const { content } = item
  const kind = item.role === 'assistant' ? 'output_text' : 'input_text'
  return {
    status: 'completed',
    role: 'user',
    ...item,
    id,
    type,
    content: typeof content === 'string' ? [{ type: kind, text: content }] : content,
  }
}

/** The answer as the last of a stream's events tells it. */
export const responseOfEvents = (bytes: Buffer): JsonObject | undefined => {
  for (const event of [...eachEvent(bytes)].reverse()) {
    const data = eventData(event)
    const response = data === undefined ? undefined : objectAt(parseLenient(data), 'response')
    if (response !== undefined) return response
  }
  return undefined
}

/** As an answer is kept that its client did not wait for. */
export const leftResponse = (response: JsonObject): JsonObject => ({ ...response, status: 'incomplete', error: null })

export const deletedResponse = (id: string): JsonObject => ({ id, object: 'response', deleted: true })
