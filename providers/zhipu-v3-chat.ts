import { tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import type { ChatEvent, ChatReply, ChatRequest, ChatStreamReader } from '#protocols/chat.ts'
import { readEventObjects } from '#protocols/event-objects.ts'
import { AnswerFailed, ProtocolError, type UpstreamProblem } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { failedAnswer, readError } from '#protocols/openai-chat/error.ts'
import { EventSplitter, eachEvent } from '#protocols/sse.ts'
import { placeOf, type Steering } from '#protocols/steering.ts'
import type { Dialect } from './dialect.ts'
import { plainSystem, plainTurns } from './plain-turns.ts'
import type { Unframing } from './provider.ts'

/** It knows no instructions: they are told as such, and agreed to as if by the user. */
const writeRequest = (request: ChatRequest): JsonObject => {
  if (request.choices > 1) throw new ProtocolError('n', 'must be 1 for this model')
  if (request.tools.length > 0) throw new ProtocolError('tools', 'must be left away for this model')
  const system = plainSystem(request.system)
  const told = [
    { role: 'system', content: system },
    { role: 'user', content: 'Okay' },
  ]
  return {
    prompt: [...(system === '' ? [] : told), ...plainTurns(request.messages)],
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { top_p: request.topP }),
    ...(request.stream ? { incremental: true } : {}),
  }
}

const readReply = (bytes: Buffer): ChatReply => {
  const answer = parseLenient(bytes.toString('utf8'))
  if (!isObject(answer)) throw failedAnswer(bytes)
  if (answer.success === false) throw new AnswerFailed(problemOf(answer))
  const data = objectAt(answer, 'data')
  const choices = Array.isArray(data?.choices) ? data.choices.filter(isObject) : []
  if (choices.length === 0) throw failedAnswer(bytes)
  return {
    id: textAt(data, 'task_id') ?? '',
    model: '',
    created: undefined,
    choices: choices.map((choice, index) => ({
      index,
      parts: [{ type: 'text', text: withoutQuotes(textAt(choice, 'content') ?? '') }],
      finish: 'stop',
      stopSequence: undefined,
      logprobs: undefined,
    })),
    usage: readUsage(objectAt(data, 'usage')),
    serviceTier: undefined,
  }
}

/** Whole answers are told as a text in quotation marks. */
const withoutQuotes = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text

const problemOf = (answer: JsonObject): UpstreamProblem => {
  const code = typeof answer.code === 'number' ? answer.code : undefined
  return {
    message: textAt(answer, 'msg') ?? 'the upstream refused',
    type: typeOf(code ?? 0),
    code,
    parameter: undefined,
  }
}

const typeOf = (code: number): string => {
  if (code >= 1000 && code < 1100) return 'authentication_error'
  if (code === 1113) return 'insufficient_quota'
  if (code >= 1302 && code <= 1305) return 'rate_limit_error'
  return code >= 1200 && code <= 1301 ? 'invalid_request_error' : 'zhipu_error'
}

const readUsage = (usage: JsonObject | undefined): Usage | undefined => {
  const input = tokenCount(usage?.prompt_tokens)
  const output = tokenCount(usage?.completion_tokens)
  return input + output === 0 ? undefined : usageOf({ input, output })
}

/** Its events are names, bare pieces of text and one object at the end: each is told as one object. */
export const unframeZhipuV3 = (): Unframing => {
  const splitter = new EventSplitter()
  const tell = (bytes: Buffer | undefined): Buffer | undefined => {
    if (bytes === undefined) return undefined
    let told = ''
    for (const event of eachEvent(bytes)) told += `data: ${JSON.stringify(fieldsOf(event.toString('utf8')))}\n\n`
    return told === '' ? undefined : Buffer.from(told)
  }
  // What ends without an empty line has its pieces all the same: they are no JSON that would be half.
  return { push: (chunk) => tell(splitter.push(chunk)), end: () => tell(splitter.push(emptyLine)) }
}

const emptyLine = Buffer.from('\n\n')

type Fields = { event: string; text: string; meta?: unknown }

/** A refusal is no event but an object. */
const fieldsOf = (event: string): unknown => {
  const refusal = event.startsWith('{') ? parseLenient(event) : undefined
  if (refusal !== undefined) return refusal
  const fields: Fields = { event: '', text: '' }
  const texts: string[] = []
  for (const line of event.split(/\r\n|\n|\r/)) {
    const [, name = '', value = ''] = /^(\w+):(.*)$/.exec(line) ?? []
    if (name === 'event') fields.event = value.trim()
    else if (name === 'data') texts.push(value)
    else if (name === 'meta') fields.meta = parseLenient(value)
  }
  return { ...fields, text: texts.join('\n') }
}

const createReader = (): ChatStreamReader => {
  let begun = false
  let finished = false

  const read = ({ event, text, meta, ...rest }: JsonObject): ChatEvent[] => {
    const told = typeof text === 'string' ? text : ''
    if (event === 'error' || event === 'interrupted') {
      const message = told === '' ? 'the upstream ended the response early' : told
      return [{ type: 'error', problem: { message, type: 'zhipu_error', code: undefined, parameter: undefined } }]
    }
    if (rest.success === false) return [{ type: 'error', problem: problemOf(rest) }]
    const events: ChatEvent[] = []
    if (!begun) {
      begun = true
      events.push({ type: 'start', id: '', model: '', created: undefined })
    }
    if (told !== '') events.push({ type: 'text', choice: 0, text: told })
    if (event !== 'finish') return events
    finished = true
    events.push({ type: 'finish', choice: 0, reason: 'stop', stopSequence: undefined })
    const usage = readUsage(objectAt(meta, 'usage'))
    return usage === undefined ? events : [...events, { type: 'usage', usage }]
  }

  return { ...readEventObjects(read), finished: () => finished, closed: () => finished }
}

const steering: Steering = {
  places: { temperature: placeOf('temperature'), topP: placeOf('top_p') },
  thinks: () => undefined,
}

export const zhipuV3Chat: Dialect = {
  kind: 'chat',
  name: 'zhipu-v3-chat',
  upstream: { writeRequest, readReply, createReader, readError, steering },
}
