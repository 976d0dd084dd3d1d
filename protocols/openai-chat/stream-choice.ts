import type { ChatEvent } from '../chat.ts'
import { isObject, type JsonObject, objectAt, textAt } from '../json/json.ts'
import { readFinish } from './finish.ts'
import { madeCallId, readWireCalls, type WireCall } from './read-calls.ts'
import { readAnnotations, readAnswerContent, readImages } from './read-message.ts'
import { readLogprobs, readStopSequence } from './read-reply.ts'
import { plainReasoning, readReasoningDetails } from './reasoning-details.ts'

/** One choice of a streamed answer. */
export type ChoiceReader = {
  read: (choice: JsonObject, events: ChatEvent[]) => void
  /** What is told when the stream ends: calls that were given nothing, and the reason. */
  close: () => ChatEvent[]
  /** Whether the upstream said why it ended. */
  ended: () => boolean
}

type OpenCall = {
  /** The upstream's own count, where it tells one. */
  index: number | undefined
  /** Ours, from when it began. */
  call: number
  id: string
  name: string
  begun: boolean
  given: string
  custom: boolean
}

export const createChoiceReader = (index: number, answerId: string): ChoiceReader => {
  const calls: OpenCall[] = []
  let begun = 0
  let told = false
  let openReasoning = ''
  let finish: unknown
  let stopSequence: string | undefined

  const begin = (call: OpenCall, wire: WireCall, events: ChatEvent[]): void => {
    call.begun = true
    call.call = begun
    begun += 1
    events.push({
      type: 'tool_call',
      choice: index,
      call: call.call,
      id: call.id || madeCallId(answerId, index, call.call),
      name: call.name,
      ...(call.custom ? { custom: true } : {}),
      ...(wire.signature === undefined ? {} : { signature: wire.signature }),
    })
    if (call.given !== '') events.push({ type: 'arguments', choice: index, call: call.call, text: call.given })
  }

  const readCall = (wire: WireCall, events: ChatEvent[]): void => {
    const call = findCall(calls, wire)
    if (call.id === '') call.id = wire.id
    if (call.name === '') call.name = wire.name
    if (wire.custom) call.custom = true
    call.given += wire.arguments
    if (!call.begun) {
      if (call.name !== '') begin(call, wire, events)
    } else if (wire.arguments !== '') {
      events.push({ type: 'arguments', choice: index, call: call.call, text: wire.arguments })
    }
  }

  const tellReasoning = (text: string, events: ChatEvent[], named: { id?: string } = {}): void => {
    openReasoning += text
    events.push({ type: 'reasoning', choice: index, text, ...named })
  }

  /** Open text comes beside the details, which repeat it piece by piece or once with the seal. */
  const readDetails = (details: unknown, isTold: boolean, events: ChatEvent[]): void => {
    for (const part of readReasoningDetails(details)) {
      const named = part.id === undefined ? {} : { id: part.id }
      if (part.type === 'redacted_reasoning') {
        events.push({ type: 'redacted_reasoning', choice: index, data: part.data, by: part.by, ...named })
        continue
      }
      const { text, signature } = part
      const isRepeated = isTold || (signature !== undefined && text === openReasoning)
      if (text !== '' && !isRepeated) tellReasoning(text, events, named)
      if (signature === undefined) continue
      openReasoning = ''
      events.push({ type: 'reasoning_signature', choice: index, signature, ...named })
    }
  }

  const readDelta = (delta: JsonObject, choice: JsonObject, events: ChatEvent[]): void => {
    const plain = plainReasoning(delta)
    if (plain !== undefined) tellReasoning(plain, events)
    if (delta.reasoning_details !== undefined) readDetails(delta.reasoning_details, plain !== undefined, events)
    const logprobs = readLogprobs(choice)
    for (const part of readAnswerContent(delta.content)) {
      if (part.type === 'text') {
        events.push({ type: 'text', choice: index, text: part.text, ...(logprobs === undefined ? {} : { logprobs }) })
      } else if (part.type === 'reasoning') tellReasoning(part.text, events)
      else if (part.type === 'refusal') events.push({ type: 'refusal', choice: index, text: part.text })
    }
    const refusal = textAt(delta, 'refusal')
    if (refusal !== undefined) events.push({ type: 'refusal', choice: index, text: refusal })
    if (delta.images !== undefined) readPictures(delta, index, events)
    if (delta.audio !== undefined) readAudio(delta, index, events)
    for (const citation of readAnnotations(delta)) events.push({ type: 'citation', choice: index, citation })
    for (const wire of readWireCalls(delta)) readCall(wire, events)
  }

  return {
    read: (choice, events) => {
      const delta = objectAt(choice, 'delta')
      // Some upstreams end with the whole message once more; one that comes alone is an answer in one piece.
      const whole = told ? undefined : (objectAt(choice, 'message') ?? textChoice(choice))
      const before = events.length
      if (delta !== undefined) readDelta(delta, choice, events)
      else if (whole !== undefined) readDelta(whole, choice, events)
      if (events.length > before) told = true
      if (isWord(choice.finish_reason)) finish = choice.finish_reason
      stopSequence ??= readStopSequence(choice)
    },
    close: () => {
      const finished = { type: 'finish', choice: index, reason: readFinish(finish, begun > 0), stopSequence } as const
      return [...calls.filter(wasGivenNothing).map((call) => noArguments(index, call)), finished]
    },
    ended: () => finish !== undefined,
  }
}

const wasGivenNothing = ({ begun, custom, given }: OpenCall): boolean => begun && !custom && given.trim() === ''

const noArguments = (choice: number, { call }: OpenCall): ChatEvent => ({ type: 'arguments', choice, call, text: '{}' })

const isWord = (value: unknown): boolean => typeof value === 'string' && value !== '' && value !== 'null'

const textChoice = ({ text }: JsonObject): JsonObject | undefined =>
  typeof text === 'string' ? { content: text } : undefined

/**
 * The call that a piece belongs to: by its index, which some upstreams leave away or leave at zero, else by its id;
 * a piece with neither goes on with the last one.
 */
const findCall = (calls: OpenCall[], wire: WireCall): OpenCall => {
  const found = knownCall(calls, wire)
  if (found !== undefined) return found
  const made: OpenCall = { index: wire.index, call: 0, id: '', name: '', begun: false, given: '', custom: false }
  calls.push(made)
  return made
}

const knownCall = (calls: readonly OpenCall[], { index, id, name }: WireCall): OpenCall | undefined => {
  if (index !== undefined) {
    const isOther = (call: OpenCall) => id !== '' && call.id !== '' && call.id !== id && name !== ''
    return calls.findLast((call) => call.index === index && !isOther(call))
  }
  if (id !== '') return calls.findLast((call) => call.id === id)
  return name === '' ? calls.at(-1) : undefined
}

/** A picture that is only named by its address is told as text: a stream has no other place for it. */
const readPictures = (delta: JsonObject, choice: number, events: ChatEvent[]): void => {
  for (const { source } of readImages(delta)) {
    if (source.kind === 'data') {
      events.push({ type: 'image', choice, mediaType: source.mediaType, base64: source.base64 })
    } else if (source.kind === 'url') events.push({ type: 'text', choice, text: `![image](${source.url})` })
  }
}

const readAudio = (delta: JsonObject, choice: number, events: ChatEvent[]): void => {
  const { audio } = delta
  if (!isObject(audio)) return
  const base64 = textAt(audio, 'data') ?? ''
  const transcript = textAt(audio, 'transcript') ?? ''
  const id = textAt(audio, 'id') ?? ''
  if (id !== '' || base64 !== '' || transcript !== '') events.push({ type: 'audio', choice, id, base64, transcript })
}
