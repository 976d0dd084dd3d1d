import type {
  AssistantPart,
  AudioOutputPart,
  ChatChoice,
  ChatEvent,
  ChatReply,
  FinishReason,
  ReasoningPart,
  ToolCallPart,
} from './chat.ts'
import { AnswerFailed } from './failure.ts'
import type { JsonObject } from './json/json.ts'

type Part = AssistantPart | AudioOutputPart

/** A streamed reply as one: for clients that did not ask for a stream when the upstream gave one. */
export const collectReply = (events: readonly ChatEvent[]): ChatReply => {
  const choices = new Map<number, Collected>()
  let reply: ChatReply = {
    id: '',
    model: '',
    created: undefined,
    choices: [],
    usage: undefined,
    serviceTier: undefined,
  }
  for (const event of events) {
    if (event.type === 'start') {
      reply = { ...reply, id: event.id, model: event.model, created: event.created }
      continue
    }
    if (event.type === 'usage') {
      reply = { ...reply, usage: event.usage }
      continue
    }
    if (event.type === 'error') throw new AnswerFailed(event.problem)
    const choice = choices.get(event.choice) ?? createCollected(event.choice)
    choices.set(event.choice, choice)
    collect(choice, event)
  }
  const inOrder = [...choices.values()].sort((a, b) => a.index - b.index)
  return { ...reply, choices: inOrder.map(choiceOf) }
}

/** A whole reply as a stream: for clients that asked for one when the upstream gave none. */
export const eventsOfReply = (reply: ChatReply): ChatEvent[] => {
  const events: ChatEvent[] = [{ type: 'start', id: reply.id, model: reply.model, created: reply.created }]
  for (const choice of reply.choices) {
    let call = 0
    // They are told of all the text of a choice at once, so its first piece takes them along.
    let { logprobs } = choice
    for (const part of choice.parts) {
      events.push(...eventsOfPart(part, choice.index, call, logprobs))
      if (part.type === 'tool_call') call += 1
      if (part.type === 'text') logprobs = undefined
    }
    events.push({
      type: 'finish',
      choice: choice.index,
      reason: choice.finish,
      stopSequence: choice.stopSequence,
    })
  }
  if (reply.usage !== undefined) events.push({ type: 'usage', usage: reply.usage })
  return events
}

type Collected = {
  index: number
  parts: Part[]
  calls: Map<number, ToolCallPart>
  finish: FinishReason
  stopSequence: string | undefined
  logprobs: JsonObject[] | undefined
}

type ChoiceEvent = Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' }>

const createCollected = (index: number): Collected => ({
  index,
  parts: [],
  calls: new Map(),
  finish: 'stop',
  stopSequence: undefined,
  logprobs: undefined,
})

const collect = (choice: Collected, event: ChoiceEvent): void => {
  const { parts } = choice
  const last = parts.at(-1)
  switch (event.type) {
    case 'text':
      if (last?.type === 'text') last.text += event.text
      else parts.push({ type: 'text', text: event.text })
      if (event.logprobs !== undefined) choice.logprobs = [...(choice.logprobs ?? []), ...event.logprobs]
      return
    case 'reasoning':
      if (last?.type === 'reasoning' && last.signature === undefined && goesOn(last, event)) last.text += event.text
      else parts.push({ type: 'reasoning', text: event.text, ...idOf(event) })
      return
    case 'reasoning_signature': {
      const open: ReasoningPart | undefined =
        last?.type === 'reasoning' && last.signature === undefined ? last : undefined
      const signed = open ?? { type: 'reasoning', text: '' }
      signed.signature = event.signature
      if (event.id !== undefined) signed.id = event.id
      if (open === undefined) parts.push(signed)
      return
    }
    case 'redacted_reasoning':
      parts.push({ type: 'redacted_reasoning', data: event.data, by: event.by, ...idOf(event) })
      return
    case 'refusal':
      if (last?.type === 'refusal') last.text += event.text
      else parts.push({ type: 'refusal', text: event.text })
      return
    case 'image':
      parts.push({ type: 'image', source: { kind: 'data', mediaType: event.mediaType, base64: event.base64 } })
      return
    case 'audio': {
      const audio = parts.find((part) => part.type === 'audio_output')
      if (audio === undefined) {
        parts.push({
          type: 'audio_output',
          id: event.id,
          base64: event.base64,
          transcript: event.transcript,
          expiresAt: 0,
        })
        return
      }
      audio.base64 += event.base64
      audio.transcript += event.transcript
      return
    }
    case 'citation':
      parts.push(event.citation)
      return
    case 'tool_call': {
      const { id, name, custom, signature } = event
      const call: ToolCallPart = { type: 'tool_call', id, name, arguments: '' }
      if (custom !== undefined) call.custom = custom
      if (signature !== undefined) call.signature = signature
      parts.push(call)
      choice.calls.set(event.call, call)
      return
    }
    case 'arguments': {
      const call = choice.calls.get(event.call)
      if (call !== undefined) call.arguments += event.text
      return
    }
    case 'finish':
      choice.finish = event.reason
      choice.stopSequence = event.stopSequence
  }
}

const idOf = ({ id }: { id?: string }) => (id === undefined ? {} : { id })

/** A piece without an id goes on with whatever was being thought; one with another id begins anew. */
const goesOn = (last: ReasoningPart, { id }: { id?: string }): boolean => id === undefined || id === last.id

const choiceOf = ({ index, parts, finish, stopSequence, logprobs }: Collected): ChatChoice => ({
  index,
  parts,
  finish,
  stopSequence,
  logprobs,
})

const eventsOfPart = (
  part: Part,
  index: number,
  call: number,
  logprobs: readonly JsonObject[] | undefined,
): ChatEvent[] => {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', choice: index, text: part.text, ...(logprobs === undefined ? {} : { logprobs }) }]
    case 'refusal':
      return [{ type: 'refusal', choice: index, text: part.text }]
    case 'reasoning': {
      const { text, signature } = part
      const events: ChatEvent[] = [{ type: 'reasoning', choice: index, text, ...idOf(part) }]
      if (signature !== undefined) events.push({ type: 'reasoning_signature', choice: index, signature, ...idOf(part) })
      return events
    }
    case 'redacted_reasoning':
      return [{ type: 'redacted_reasoning', choice: index, data: part.data, by: part.by, ...idOf(part) }]
    case 'image':
      if (part.source.kind !== 'data') return []
      return [{ type: 'image', choice: index, mediaType: part.source.mediaType, base64: part.source.base64 }]
    case 'audio_output':
      return [{ type: 'audio', choice: index, id: part.id, base64: part.base64, transcript: part.transcript }]
    case 'citation':
      return [{ type: 'citation', choice: index, citation: part }]
    case 'tool_call':
      return [
        {
          type: 'tool_call',
          choice: index,
          call,
          id: part.id,
          name: part.name,
          ...(part.custom === undefined ? {} : { custom: part.custom }),
          ...(part.signature === undefined ? {} : { signature: part.signature }),
        },
        { type: 'arguments', choice: index, call, text: part.arguments },
      ]
  }
}
