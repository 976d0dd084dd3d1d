import type { AssistantPart, AudioOutputPart, ChatChoice, ChatReply, ToolCallPart } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import { failedAnswer } from './error.ts'
import { isFailure, readFinish } from './finish.ts'
import { madeCallId, readWireCalls, type WireCall } from './read-calls.ts'
import { readAnnotations, readAnswerParts, readSources } from './read-message.ts'
import { withCallSeals } from './reasoning-details.ts'
import { readUsage } from './reply.ts'

/** A whole answer in the common form. Throws for what is no answer at all, such as an error that came as a success. */
export const readReply = (bytes: Buffer): ChatReply => {
  const answer = parseLenient(bytes.toString('utf8'))
  const choices = isObject(answer) && Array.isArray(answer.choices) ? answer.choices.filter(isObject) : []
  if (!isObject(answer) || choices.length === 0) throw failedAnswer(bytes)
  const id = textAt(answer, 'id') ?? ''
  return {
    id,
    model: textAt(answer, 'model') ?? '',
    created: createdOf(answer),
    choices: choices.map((choice, position) => readChoice(choice, position, id, answer)),
    usage: readUsage(answer),
    serviceTier: textAt(answer, 'service_tier'),
  }
}

/** Some upstreams send zero where they do not tell. */
export const createdOf = ({ created }: JsonObject): number | undefined =>
  typeof created === 'number' && created > 0 ? Math.floor(created) : undefined

export const readLogprobs = (choice: JsonObject): readonly JsonObject[] | undefined => {
  const content = objectAt(choice, 'logprobs')?.content
  return Array.isArray(content) && content.length > 0 ? content.filter(isObject) : undefined
}

/** The sequence that was met; some upstreams put the number of a token in its place. */
export const readStopSequence = (choice: JsonObject): string | undefined => textAt(choice, 'stop_reason')

const readChoice = (choice: JsonObject, position: number, id: string, answer: JsonObject): ChatChoice => {
  const message = objectAt(choice, 'message') ?? objectAt(choice, 'delta') ?? { content: choice.text }
  const index = typeof choice.index === 'number' ? choice.index : position
  const calls = readWireCalls(message)
    .filter((call) => call.name !== '')
    .map((call, count) => callOf(call, madeCallId(id, index, count)))
  if (isFailure(choice.finish_reason)) throw new ProtocolError('answer', failureOf(choice))
  const annotations = readAnnotations(message)
  const sources = annotations.length > 0 || position > 0 ? [] : readSources(answer)
  const parts = withCallSeals<AssistantPart | AudioOutputPart>([
    ...readAnswerParts(message),
    ...readAudio(message),
    ...annotations,
    ...sources,
    ...calls,
  ])
  return {
    index,
    parts,
    finish: readFinish(choice.finish_reason, calls.length > 0),
    stopSequence: readStopSequence(choice),
    logprobs: readLogprobs(choice),
  }
}

const callOf = (call: WireCall, fallbackId: string): ToolCallPart => ({
  type: 'tool_call',
  id: call.id || fallbackId,
  name: call.name,
  arguments: call.custom || call.arguments.trim() !== '' ? call.arguments : '{}',
  ...(call.custom ? { custom: true } : {}),
  ...(call.signature === undefined ? {} : { signature: call.signature }),
})

const readAudio = (message: JsonObject): AudioOutputPart[] => {
  const audio = objectAt(message, 'audio')
  const base64 = textAt(audio, 'data')
  if (audio === undefined || base64 === undefined) return []
  const expires = audio.expires_at
  return [
    {
      type: 'audio_output',
      id: textAt(audio, 'id') ?? '',
      base64,
      transcript: textAt(audio, 'transcript') ?? '',
      expiresAt: typeof expires === 'number' ? expires : 0,
    },
  ]
}

const failureOf = (choice: JsonObject): string =>
  textAt(objectAt(choice, 'error'), 'message') ?? 'the upstream ended the response early'
