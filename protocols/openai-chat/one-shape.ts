import { isObject, type JsonObject, objectAt, parseLenient } from '../json/json.ts'
import { lastMark, latin1Of } from '../json/latin1-text.ts'
import { eachEvent, eventData, withoutLineEnds } from '../sse.ts'

/**
 * Many speak this dialect with a turn of their own that its clients stumble over. What is as it should be passes as it
 * came: only where a mark of such a turn is seen is anything parsed and written again.
 */
export type Shaper = {
  /** The same events as the dialect has them. */
  shape: (whole: Buffer) => Buffer
}

const contentMark = '"content"'
const callsMark = '"tool_calls"'
const kindMark = '"object"'
const usageMark = '"usage"'
const kindOfPiece = 'chat.completion.chunk'
const kindOfSummary = 'chat.completion.done'
const kindOfWhole = 'chat.completion'

/** Under which names vendors tell what was read from a cache, besides the usual one. */
const cachedNames = ['prompt_cache_hit_tokens', 'num_cached_tokens', 'cached_tokens'] as const
const cachedMarks = cachedNames.map((name) => `"${name}"`)

/** One for each stream: where calls have no places of their own, they are counted. */
export const createShaper = (): Shaper => {
  const calls = new Map<number, CallPlaces>()
  /** Unknown until calls are seen; a stream that gives them places once gives them always. */
  let givesPlaces: boolean | undefined

  const shapeEvent = (event: Buffer): Buffer => {
    const text = event.toString('latin1')
    const hasCalls = givesPlaces !== true && valueBegins(text, callsMark, '[')
    if (!hasCalls && !isOdd(text)) return event
    const data = eventData(event)
    const piece = data === undefined ? undefined : parseLenient(data)
    if (!isObject(piece)) return event
    if (hasCalls) givesPlaces ??= deltasOf(piece).every(({ delta }) => callsIn(delta).every(hasPlace))
    const told = shapedPiece(piece, givesPlaces === false ? calls : undefined)
    const json = told === piece ? undefined : written(told)
    return json === undefined ? event : Buffer.from(`data: ${withoutLineEnds(json)}\n\n`)
  }

  return {
    shape: (whole) => {
      const text = whole.toString('latin1')
      const mayHaveCalls = givesPlaces !== true && text.includes(callsMark)
      if (!mayHaveCalls && !isOdd(text)) return whole
      return Buffer.concat([...eachEvent(whole)].map(shapeEvent))
    },
  }
}

/** A whole answer in the usual shape; undefined where it has that already. */
export const shapedAnswer = (bytes: Buffer): Buffer | undefined => {
  const usage = lastMark(bytes, usageMark, longestUsage)
  const mayTellCache = usage !== undefined && tellsCacheOtherwise(usage.text, usage.start)
  if (!mayTellCache && !oddWhole.test(beginningOf(bytes))) return undefined
  const answer = parseLenient(bytes.toString('utf8'))
  if (!isObject(answer)) return undefined
  const told = shapedUsage(answer)
  const messages = messagesOf(answer)
  const isOdd = told !== undefined || answer.object === '' || messages.some(({ content }) => Array.isArray(content))
  const json = isOdd ? written(wholeInShape({ ...answer, ...told })) : undefined
  return json === undefined ? undefined : Buffer.from(json)
}

/** Every answer is searched: what is odd stands at its beginning, or in its usage at the end. */
const oddWhole = /"(?:object"[ :]*""|content"[ :]*\[ *\{)/
const mostSearched = 256 * 1024
const beginningOf = (bytes: Buffer): string =>
  bytes.length <= mostSearched ? latin1Of(bytes) : bytes.toString('latin1', 0, mostSearched)
const longestUsage = 4096
const oddCache = /"(?:prompt_cache_hit_tokens|num_cached_tokens|cached_tokens)"/
const usualCache = /"prompt_tokens_details"[ :]*\{[^{}]*"cached_tokens"/
const tellsCacheOtherwise = (text: string, start: number): boolean => {
  if (text.indexOf('cache', start) < 0) return false
  const usage = text.slice(start, start + longestUsage)
  return oddCache.test(usage) && !usualCache.test(usage)
}

const messagesOf = ({ choices }: JsonObject): JsonObject[] =>
  (Array.isArray(choices) ? choices : []).flatMap((choice: unknown): JsonObject[] => {
    const message = objectAt(choice, 'message')
    return message === undefined ? [] : [message]
  })

const wholeInShape = (answer: JsonObject): JsonObject => ({
  ...answer,
  ...(answer.object === '' ? { object: kindOfWhole } : {}),
  ...(Array.isArray(answer.choices) ? { choices: answer.choices.map(choiceInShape) } : {}),
})

const choiceInShape = (choice: unknown): unknown => {
  const message = objectAt(choice, 'message')
  return !isObject(choice) || message === undefined ? choice : { ...choice, message: shapedContent(message) }
}

const isOdd = (text: string): boolean => hasOddKind(text) || holdsParts(text) || namesCacheOtherwise(text)

const hasOddKind = (text: string): boolean => {
  for (let at = text.indexOf(kindMark); at >= 0; at = text.indexOf(kindMark, at + kindMark.length)) {
    const start = startOfValue(text, at + kindMark.length)
    if (text.startsWith('""', start) || text.startsWith(kindOfSummary, start + 1)) return true
  }
  return false
}

/** Of what is nested too deep nothing is made anew. */
const written = (value: JsonObject): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const holdsParts = (text: string): boolean => {
  for (let at = text.indexOf(contentMark); at >= 0; at = text.indexOf(contentMark, at + contentMark.length)) {
    const start = startOfValue(text, at + contentMark.length)
    if (text[start] === '[' && text[startOfValue(text, start + 1)] === '{') return true
  }
  return false
}

const namesCacheOtherwise = (text: string): boolean =>
  valueBegins(text, usageMark, '{') && cachedMarks.some((mark) => text.includes(mark))

const valueBegins = (text: string, mark: string, first: string): boolean => {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    if (text[startOfValue(text, at + mark.length)] === first) return true
  }
  return false
}

const startOfValue = (text: string, from: number): number => {
  let position = from
  while (text[position] === ' ' || text[position] === ':') position += 1
  return position
}

/** The piece itself where nothing is to be said otherwise. */
const shapedPiece = (piece: JsonObject, calls: Map<number, CallPlaces> | undefined): JsonObject => {
  const usage = shapedUsage(piece)
  if (piece.object === kindOfSummary) return { ...piece, ...usage, object: kindOfPiece, choices: [] }
  const odd = deltasOf(piece).some(
    ({ delta }) => Array.isArray(delta.content) || (calls !== undefined && callsIn(delta).length > 0),
  )
  if (!odd && usage === undefined && piece.object !== '') return piece
  const told = { ...piece, ...usage, ...(piece.object === '' ? { object: kindOfPiece } : {}) }
  if (!odd || !Array.isArray(piece.choices)) return told
  return {
    ...told,
    choices: piece.choices.map((choice: unknown, position) => {
      const delta = objectAt(choice, 'delta')
      if (!isObject(choice) || delta === undefined) return choice
      const place = typeof choice.index === 'number' ? choice.index : position
      return { ...choice, delta: withPlaces(shapedContent(delta), place, calls) }
    }),
  }
}

const deltasOf = ({ choices }: JsonObject): { delta: JsonObject }[] =>
  (Array.isArray(choices) ? choices : []).flatMap((choice: unknown) => {
    const delta = objectAt(choice, 'delta')
    return delta === undefined ? [] : [{ delta }]
  })

const callsIn = ({ tool_calls: calls }: JsonObject): JsonObject[] =>
  Array.isArray(calls) ? calls.filter(isObject) : []

const hasPlace = ({ index }: JsonObject): boolean => typeof index === 'number'

/** The text of its parts, and beside it what of them was thought. */
const shapedContent = (message: JsonObject): JsonObject => {
  const { content } = message
  if (!Array.isArray(content)) return message
  const parts = content.filter(isObject)
  const text = parts.map(({ type, text: said }) => (type === 'text' && typeof said === 'string' ? said : '')).join('')
  const thought = parts.map(({ type, thinking }) => (type === 'thinking' ? textOf(thinking) : '')).join('')
  return { ...message, content: text, ...(thought === '' ? {} : { reasoning_content: thought }) }
}

const textOf = (thinking: unknown): string => {
  if (typeof thinking === 'string') return thinking
  const parts = Array.isArray(thinking) ? thinking.filter(isObject) : []
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('')
}

type CallPlaces = { ids: string[] }

/** A call that has an id of its own is a new one; what has none goes on with the last. */
const withPlaces = (delta: JsonObject, choice: number, calls: Map<number, CallPlaces> | undefined): JsonObject => {
  if (calls === undefined || !Array.isArray(delta.tool_calls)) return delta
  const known = calls.get(choice) ?? { ids: [] }
  calls.set(choice, known)
  return {
    ...delta,
    tool_calls: delta.tool_calls.map((call: unknown) => {
      if (!isObject(call)) return call
      const id = typeof call.id === 'string' && call.id !== '' ? call.id : undefined
      if (id !== undefined && !known.ids.includes(id)) known.ids.push(id)
      const index = id === undefined ? Math.max(0, known.ids.length - 1) : known.ids.indexOf(id)
      return { ...call, index }
    }),
  }
}

/** With what was read from a cache under its usual name too; undefined where it has that, or tells of none. */
const shapedUsage = ({ usage }: JsonObject): { usage: JsonObject } | undefined => {
  if (!isObject(usage)) return undefined
  const details = objectAt(usage, 'prompt_tokens_details')
  if (typeof details?.cached_tokens === 'number') return undefined
  const cached = cachedNames.map((name) => usage[name]).find((count) => typeof count === 'number')
  if (cached === undefined) return undefined
  return { usage: { ...usage, prompt_tokens_details: { ...details, cached_tokens: cached } } }
}
