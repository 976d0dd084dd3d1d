import { tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import type { ChatEvent, ChatReply, ChatRequest, ChatStreamReader, FinishReason } from '#protocols/chat.ts'
import { readEventObjects } from '#protocols/event-objects.ts'
import { AnswerFailed, ProtocolError, type UpstreamProblem } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { failedAnswer, readError } from '#protocols/openai-chat/error.ts'
import { placeOf, type Steering } from '#protocols/steering.ts'
import type { Dialect } from './dialect.ts'
import { alternatingTurns, plainSystem } from './plain-turns.ts'

/** Writes a conversation in which the two take turns and the user has the last word. */
const writeRequest = (request: ChatRequest): JsonObject => {
  if (request.choices > 1) throw new ProtocolError('n', 'must be 1 for this model')
  if (request.tools.length > 0) throw new ProtocolError('tools', 'must be left away for this model')
  const messages = alternatingTurns(request.messages)
  if (messages.at(-1)?.role !== 'user') throw new ProtocolError('messages', 'must end with the user for this model')
  const system = plainSystem(request.system)
  const { maximumOutput, temperature, topP, frequencyPenalty, stop, outputFormat, user } = request
  const body: JsonObject = {
    messages,
    stream: request.stream,
    system: system === '' ? undefined : system,
    temperature,
    top_p: topP,
    penalty_score: frequencyPenalty,
    stop: stop.length === 0 ? undefined : stop,
    max_output_tokens: maximumOutput,
    response_format: outputFormat === undefined ? undefined : 'json_object',
    user_id: user,
  }
  for (const name of Object.keys(body)) if (body[name] === undefined) delete body[name]
  return body
}

const readReply = (bytes: Buffer): ChatReply => {
  const answer = parseLenient(bytes.toString('utf8'))
  if (!isObject(answer)) throw failedAnswer(bytes)
  const problem = problemOf(answer)
  if (problem !== undefined) throw new AnswerFailed(problem)
  const text = textAt(answer, 'result')
  if (text === undefined) throw failedAnswer(bytes)
  return {
    id: textAt(answer, 'id') ?? '',
    model: '',
    created: typeof answer.created === 'number' ? answer.created : undefined,
    choices: [
      {
        index: 0,
        parts: [{ type: 'text', text }],
        finish: finishOf(answer),
        stopSequence: undefined,
        logprobs: undefined,
      },
    ],
    usage: readUsage(answer),
    serviceTier: undefined,
  }
}

const createReader = (): ChatStreamReader => {
  let begun = false
  let finished = false

  const read = (piece: JsonObject): ChatEvent[] => {
    const problem = problemOf(piece)
    if (problem !== undefined) return [{ type: 'error', problem }]
    const events: ChatEvent[] = []
    if (!begun) events.push({ type: 'start', id: textAt(piece, 'id') ?? '', model: '', created: undefined })
    begun = true
    const text = textAt(piece, 'result')
    if (text !== undefined && text !== '') events.push({ type: 'text', choice: 0, text })
    const usage = readUsage(piece)
    if (piece.is_end === true) {
      finished = true
      events.push({ type: 'finish', choice: 0, reason: finishOf(piece), stopSequence: undefined })
      if (usage !== undefined) events.push({ type: 'usage', usage })
    }
    return events
  }

  return { ...readEventObjects(read), finished: () => finished, closed: () => finished }
}

/** Errors come under a 200, with a number that is not zero. */
export const problemOf = (answer: JsonObject): UpstreamProblem | undefined => {
  const code = answer.error_code
  if (typeof code !== 'number' || code === 0) return undefined
  return {
    message: textAt(answer, 'error_msg') ?? `the upstream refused with code ${code}`,
    type: typeOf(code),
    code,
    parameter: undefined,
  }
}

const typeOf = (code: number): string => {
  switch (code) {
    case 4:
    case 17:
    case 18:
    case 19:
    case 336501:
    case 336502:
      return 'rate_limit_error'
    case 6:
    case 13:
    case 14:
    case 100:
    case 110:
    case 111:
      return 'authentication_error'
    default:
      return code > 336000 && code < 336200 ? 'invalid_request_error' : 'baidu_error'
  }
}

const finishOf = (answer: JsonObject): FinishReason => (answer.is_truncated === true ? 'length' : 'stop')

/** What was written is what is left of the total. */
const readUsage = (answer: JsonObject): Usage | undefined => {
  const usage = objectAt(answer, 'usage')
  const input = tokenCount(usage?.prompt_tokens)
  const output = Math.max(0, tokenCount(usage?.total_tokens) - input)
  return input + output === 0 ? undefined : usageOf({ input, output })
}

const steering: Steering = {
  places: {
    temperature: placeOf('temperature'),
    topP: placeOf('top_p'),
    frequencyPenalty: placeOf('penalty_score'),
    stop: placeOf('stop'),
    maximumOutput: placeOf('max_output_tokens'),
  },
  thinks: () => undefined,
}

/** The vendor's own conversations, as its older interface has them. */
export const baiduChat: Dialect = {
  kind: 'chat',
  name: 'baidu-chat',
  upstream: { writeRequest, readReply, createReader, readError, steering },
}
