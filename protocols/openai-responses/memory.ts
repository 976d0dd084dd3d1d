import type { AnswerMemory, KeptAnswer, RestsOn } from '../answer-memory.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import { eachEvent, eventData } from '../sse.ts'
import { previousResponseIdOf } from './stored.ts'

const mark = 'kept_'

const isKeptResponse = (id: string): boolean => id.startsWith(`resp_${mark}`)

const restsOnKept = (body: JsonObject): RestsOn | undefined => {
  const named = previousResponseIdOf(body)
  const previousId = named !== undefined && isKeptResponse(named) ? named : undefined
  const responseIds = answersNamedIn(Array.isArray(body.input) ? body.input : [])
  return previousId === undefined && responseIds.size === 0 ? undefined : { previousId, responseIds }
}

const answersNamedIn = (items: readonly unknown[]): Set<string> => {
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

/** Texts alone are a message of the user. */
const inputItems = (input: unknown): readonly unknown[] => {
  if (Array.isArray(input)) return input
  if (typeof input !== 'string') return []
  return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }]
}

const wholeInput = (
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

const listedInput = (chain: readonly KeptAnswer[], known: ReadonlyMap<string, KeptAnswer>): JsonObject[] =>
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

const responseOfEvents = (bytes: Buffer): JsonObject | undefined => {
  for (const event of [...eachEvent(bytes)].reverse()) {
    const data = eventData(event)
    const response = data === undefined ? undefined : objectAt(parseLenient(data), 'response')
    if (response !== undefined) return response
  }
  return undefined
}

export const memory: AnswerMemory = {
  newId: (base) => `resp_${mark}${base}`,
  isKept: isKeptResponse,
  restsOn: restsOnKept,
  namedIn: answersNamedIn,
  inputItems,
  whole: (body, chain, known) => ({
    input: wholeInput(chain ?? [], body.input, known),
    ...(chain === undefined ? {} : { previous_response_id: undefined }),
  }),
  listed: listedInput,
  ofEvents: responseOfEvents,
  left: (response) => ({ ...response, status: 'incomplete', error: null }),
  deleted: (id) => ({ id, object: 'response', deleted: true }),
}
