import type { ChatEvent } from '../chat.ts'
import { isObject, type JsonObject, textAt } from '../json/json.ts'
import { mediaTypeOfPicture } from './picture.ts'
import { readSeal, signatureOf } from './seal.ts'

/**
 * Turns an answer's items into events, each exactly once, whether they come in pieces, whole, or both: what a whole
 * item says beyond the pieces that came is told then.
 */
export type OutputReader = {
  /** An item has begun: its pieces may have come before it. */
  begin: (index: number, item: JsonObject) => void
  text: (index: number, content: number, delta: string, logprobs: unknown) => void
  refusal: (index: number, content: number, delta: string) => void
  /** `kind` tells a summary from reasoning told in full: each counts its parts by itself. */
  reasoning: (index: number, kind: 'summary' | 'full', part: number, delta: string) => void
  annotation: (index: number, content: number, annotation: unknown) => void
  arguments: (index: number, delta: string) => void
  /** An item as it stands at its end. */
  finish: (index: number, item: JsonObject) => void
  /** The items of the whole answer. */
  finishAll: (output: unknown) => void
  called: () => boolean
  /** The events since the last time. */
  take: () => ChatEvent[]
}

type Item = {
  type: string | undefined
  /** How much of each part was told. */
  told: Map<string, number>
  /** Where the text of each part begins within the whole text: citations count from there. */
  starts: Map<string, number>
  call: number | undefined
  /** Pieces of arguments that came before their call. */
  waiting: string
  sealed: boolean
  pictured: boolean
}

type OutputState = {
  items: Map<number, Item>
  /** Those that nobody has taken yet. */
  events: ChatEvent[]
  calls: number
  textLength: number
  /** Whether the last event was one of reasoning: the next part of it is set apart. */
  reasons: boolean
}

export const createOutputReader = (): OutputReader => {
  const state: OutputState = { items: new Map(), events: [], calls: 0, textLength: 0, reasons: false }
  return {
    begin: (index, item) => begin(state, index, item),
    text: (index, content, delta, logprobs) => text(state, index, content, delta, logprobs),
    refusal: (index, content, delta) => refusal(state, index, content, delta),
    reasoning: (index, kind, part, delta) => reasoning(state, index, kind, part, delta),
    annotation: (index, content, found) => annotation(state, index, content, found),
    arguments: (index, delta) => argumentsOf(state, index, delta),
    finish: (index, item) => finish(state, index, item),
    finishAll: (output) => {
      // Some upstreams number the items of the whole answer otherwise than they streamed them, or name them anew.
      const told = [...state.items].sort(([a], [b]) => a - b)
      for (const [index, wire] of partsOf(output)) {
        const found = told.findIndex(([, { type }]) => type === wire.type)
        const [key] = told[found] ?? [-1 - index]
        if (found >= 0) told.splice(found, 1)
        finish(state, key, wire)
      }
    },
    called: () => state.calls > 0,
    take: () => {
      const taken = state.events
      state.events = []
      return taken
    },
  }
}

const at = (state: OutputState, index: number, type?: string): Item => {
  const known = state.items.get(index)
  if (known !== undefined) return known
  const item: Item = {
    type,
    told: new Map(),
    starts: new Map(),
    call: undefined,
    waiting: '',
    sealed: false,
    pictured: false,
  }
  state.items.set(index, item)
  return item
}

const tell = (state: OutputState, event: ChatEvent) => {
  state.reasons = event.type === 'reasoning'
  state.events.push(event)
}

/** Counts what is told of a part; the first piece of one is where it begins. */
const count = (item: Item, key: string, length: number): boolean => {
  const before = item.told.get(key)
  item.told.set(key, (before ?? 0) + length)
  return before === undefined
}

const text = (state: OutputState, index: number, content: number, delta: string, logprobs: unknown) => {
  if (delta === '') return
  const item = at(state, index, 'message')
  const key = `text ${content}`
  if (count(item, key, delta.length)) item.starts.set(key, state.textLength)
  state.textLength += delta.length
  const likely = Array.isArray(logprobs) ? logprobs.filter(isObject) : []
  tell(state, { type: 'text', choice: 0, text: delta, ...(likely.length === 0 ? {} : { logprobs: likely }) })
}

const refusal = (state: OutputState, index: number, content: number, delta: string) => {
  if (delta === '') return
  count(at(state, index, 'message'), `refusal ${content}`, delta.length)
  tell(state, { type: 'refusal', choice: 0, text: delta })
}

const reasoning = (state: OutputState, index: number, kind: string, part: number, delta: string) => {
  if (delta === '') return
  const isFirst = count(at(state, index, 'reasoning'), `${kind} ${part}`, delta.length)
  tell(state, { type: 'reasoning', choice: 0, text: isFirst && state.reasons ? `\n\n${delta}` : delta })
}

const annotation = (state: OutputState, index: number, content: number, value: unknown) => {
  const item = at(state, index)
  count(item, `annotations ${content}`, 1)
  if (!isObject(value) || value.type !== 'url_citation') return
  const start = item.starts.get(`text ${content}`) ?? state.textLength
  const position = (key: string, found: unknown) => (typeof found === 'number' ? { [key]: start + found } : {})
  const url = textAt(value, 'url') ?? ''
  const citation = {
    type: 'citation' as const,
    url,
    title: textAt(value, 'title') ?? url,
    ...position('start', value.start_index),
    ...position('end', value.end_index),
  }
  tell(state, { type: 'citation', choice: 0, citation })
}

const argumentsOf = (state: OutputState, index: number, delta: string) => {
  const item = at(state, index, 'function_call')
  if (item.call === undefined) {
    item.waiting += delta
    return
  }
  if (delta === '') return
  count(item, 'arguments', delta.length)
  tell(state, { type: 'arguments', choice: 0, call: item.call, text: delta })
}

const begin = (state: OutputState, index: number, wire: JsonObject) => {
  const item = at(state, index)
  item.type = textAt(wire, 'type') ?? item.type
  const isCustom = wire.type === 'custom_tool_call'
  const name = textAt(wire, 'name')
  if ((wire.type !== 'function_call' && !isCustom) || item.call !== undefined || name === undefined) return
  item.call = state.calls
  state.calls += 1
  const id = textAt(wire, 'call_id') ?? textAt(wire, 'id') ?? `call_${item.call}`
  tell(state, { type: 'tool_call', choice: 0, call: item.call, id, name, ...(isCustom ? { custom: true } : {}) })
  const waiting = item.waiting
  item.waiting = ''
  argumentsOf(state, index, waiting)
}

const finish = (state: OutputState, index: number, wire: JsonObject) => {
  begin(state, index, wire)
  const item = at(state, index)
  const rest = (key: string, whole: unknown): string =>
    typeof whole === 'string' ? whole.slice(item.told.get(key) ?? 0) : ''
  switch (wire.type) {
    case 'message':
      for (const [content, part] of partsOf(wire.content)) {
        if (part.type === 'refusal') refusal(state, index, content, rest(`refusal ${content}`, part.refusal))
        else text(state, index, content, rest(`text ${content}`, part.text), part.logprobs)
        const annotations = Array.isArray(part.annotations) ? part.annotations : []
        const told = item.told.get(`annotations ${content}`) ?? 0
        for (const each of annotations.slice(told)) annotation(state, index, content, each)
      }
      return
    case 'function_call':
    case 'custom_tool_call':
      argumentsOf(state, index, rest('arguments', wire.type === 'function_call' ? wire.arguments : wire.input))
      return
    case 'reasoning':
      for (const [part, { text: said }] of partsOf(wire.summary)) {
        reasoning(state, index, 'summary', part, rest(`summary ${part}`, said))
      }
      for (const [part, { text: said }] of partsOf(wire.content)) {
        reasoning(state, index, 'full', part, rest(`full ${part}`, said))
      }
      seal(state, item, wire)
      return
    case 'image_generation_call': {
      const base64 = textAt(wire, 'result')
      if (base64 === undefined || item.pictured) return
      item.pictured = true
      tell(state, { type: 'image', choice: 0, mediaType: mediaTypeOfPicture(wire.output_format, base64), base64 })
    }
  }
}

const seal = (state: OutputState, item: Item, wire: JsonObject) => {
  const content = textAt(wire, 'encrypted_content')
  if (content === undefined || item.sealed) return
  item.sealed = true
  const id = textAt(wire, 'id')
  const named = id === undefined ? {} : { id }
  const sealed = readSeal(content, item.told.size > 0)
  if (sealed.kind === 'redacted') {
    tell(state, { type: 'redacted_reasoning', choice: 0, data: sealed.value, by: sealed.by, ...named })
  } else {
    tell(state, { type: 'reasoning_signature', choice: 0, signature: signatureOf(sealed), ...named })
  }
}

const partsOf = (list: unknown): [number, JsonObject][] => {
  const parts: [number, JsonObject][] = []
  if (!Array.isArray(list)) return parts
  for (const [index, part] of list.entries()) if (isObject(part)) parts.push([index, part])
  return parts
}
