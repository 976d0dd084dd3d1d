import { tokenCount, usageOf } from '#pricing/usage.ts'
import type { ChatStreamReader, ChatUpstream } from '#protocols/chat.ts'
import { AnswerFailed, ProtocolError, type UpstreamProblem } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { failedAnswer, readError as readPlainError } from '#protocols/openai-chat/error.ts'
import { readReply } from '#protocols/openai-chat/read-reply.ts'
import { createReader } from '#protocols/openai-chat/stream-reader.ts'
import { writeRequest } from '#protocols/openai-chat/write-request.ts'
import { readVector } from '#protocols/openai-embeddings/vector.ts'
import { EventSplitter, eachEvent, eventData } from '#protocols/sse.ts'
import { placeOf } from '#protocols/steering.ts'
import type { Dialect } from './dialect.ts'

/** What it can be asked for; the rest of a conversation it does not know. */
const known = ['messages', 'stream', 'top_p', 'temperature', 'tools', 'tool_choice', 'stop', 'seed'] as const

/** OpenAI's names in the vendor's spelling, and back. */
const toPascal = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())
const toSnake = (name: string): string => name.replaceAll(/(?!^)([A-Z])/g, '_$1').toLowerCase()

const renamed = (value: unknown, spell: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => renamed(item, spell))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [spell(name), renamed(member, spell)]))
}

/** Texts and pictures stand in a member of their own; schemas are text. */
const writeMessage = (message: unknown): unknown => {
  if (!isObject(message)) return message
  const { content, reasoning_content: _thought, ...rest } = message
  return Array.isArray(content) ? { ...rest, contents: content.map(writePart) } : { ...rest, content: content ?? '' }
}

/** Of a picture it knows the address alone, and refuses what it does not know. */
const writePart = (part: unknown): unknown => {
  const picture = objectAt(part, 'image_url')
  return picture === undefined || !isObject(part) ? part : { ...part, image_url: { url: picture.url } }
}

const writeTool = (tool: unknown): unknown => {
  const made = objectAt(tool, 'function')
  if (made === undefined) throw new ProtocolError('tools', 'must be functions here')
  return {
    type: 'function',
    function: { ...made, parameters: JSON.stringify(made.parameters ?? {}), strict: undefined },
  }
}

const writeChoice = (choice: unknown): JsonObject => {
  if (choice === undefined) return {}
  if (choice === 'none' || choice === 'auto') return { tool_choice: choice }
  if (isObject(choice)) return { tool_choice: 'custom', custom_tool: choice }
  throw new ProtocolError('tool_choice', 'must be none, auto or one tool for this model')
}

const upstream: ChatUpstream = {
  writeRequest: (request, target) => {
    const { choices, outputFormat } = request
    if (choices > 1) throw new ProtocolError('n', 'must be 1 for this model')
    if (outputFormat !== undefined) throw new ProtocolError('response_format', 'must be left away for this model')
    const body = writeRequest(request, target)
    const asked: JsonObject = { model: target.model }
    for (const name of known) if (body[name] !== undefined) asked[name] = body[name]
    if (Array.isArray(asked.messages)) asked.messages = asked.messages.map(writeMessage)
    if (Array.isArray(asked.tools)) asked.tools = asked.tools.map(writeTool)
    const { tool_choice: choice, ...rest } = asked
    const written = renamed({ ...rest, ...writeChoice(choice) }, toPascal)
    return isObject(written) ? written : {}
  },
  readReply: (bytes) => {
    const answer = responseIn(parseLenient(bytes.toString('utf8')))
    const problem = problemOf(answer)
    if (problem !== undefined) throw new AnswerFailed(problem)
    return readReply(jsonBytes(asChat(answer)))
  },
  createReader: () => createHunyuanReader(),
  readError: (status, bytes) =>
    problemOf(responseIn(parseLenient(bytes.toString('utf8')))) ?? readPlainError(status, bytes),
  steering: {
    places: {
      temperature: placeOf('Temperature'),
      topP: placeOf('TopP'),
      stop: placeOf('Stop'),
      seed: placeOf('Seed'),
    },
    thinks: () => undefined,
  },
}

const responseIn = (told: unknown): unknown => objectAt(told, 'Response') ?? told

const jsonBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value ?? null))

/** Refusals come under a 200: as a word with a sentence, or with a number inside a stream. */
const problemOf = (answer: unknown): UpstreamProblem | undefined => {
  const error = objectAt(answer, 'Error') ?? objectAt(answer, 'ErrorMsg')
  if (error === undefined) return undefined
  const code = error.Code
  const message = textAt(error, 'Message') ?? textAt(error, 'Msg')
  return {
    message: message ?? 'the upstream refused',
    type: typeOf(String(code)),
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    parameter: undefined,
  }
}

const typeOf = (code: string): string => {
  if (code.startsWith('AuthFailure') || code.startsWith('UnauthorizedOperation')) return 'authentication_error'
  if (code.startsWith('RequestLimitExceeded') || code.startsWith('LimitExceeded')) return 'rate_limit_error'
  if (code.startsWith('InvalidParameter') || code.startsWith('MissingParameter')) return 'invalid_request_error'
  return 'hunyuan_error'
}

/** An answer or a piece of one, as OpenAI would tell it. */
const asChat = (told: unknown): unknown => {
  const answer = renamed(told, toSnake)
  if (!isObject(answer)) return answer
  const choices = Array.isArray(answer.choices) ? answer.choices.filter(isObject) : []
  return {
    ...answer,
    choices: choices.map((choice, index) => ({ ...choice, index, finish_reason: finishOf(choice.finish_reason) })),
  }
}

const finishOf = (reason: unknown): unknown => {
  if (reason === '' || reason === undefined) return null
  return reason === 'sensitive' ? 'content_filter' : reason
}

/** Each piece tells what was used so far: the last one counts. */
const createHunyuanReader = (): ChatStreamReader => {
  const splitter = new EventSplitter()
  const reader = createReader()
  const tell = (bytes: Buffer | undefined) => {
    if (bytes === undefined) return []
    let told = ''
    for (const event of eachEvent(bytes)) {
      const data = eventData(event)
      if (data === undefined) continue
      const piece = responseIn(parseLenient(data))
      const problem = problemOf(piece)
      const chat = problem === undefined ? asChat(piece) : { error: { ...problem, param: problem.parameter } }
      told += data === '[DONE]' ? `data: ${data}\n\n` : `data: ${JSON.stringify(chat)}\n\n`
    }
    return told === '' ? [] : reader.push(Buffer.from(told))
  }
  return {
    ...reader,
    push: (chunk) => tell(splitter.push(chunk)),
    end: () => [...tell(splitter.end()), ...reader.end()],
  }
}

/** The vendor's own conversations: OpenAI's in another spelling. */
export const hunyuanChat: Dialect = { kind: 'chat', name: 'hunyuan-chat', upstream }

export const hunyuanEmbeddings: Dialect = {
  kind: 'embeddings',
  name: 'hunyuan-embeddings',
  upstream: {
    writeRequest: ({ inputs }) => ({
      InputList: inputs.map((input) => {
        if (typeof input !== 'string') throw new ProtocolError('input', 'must be text for this model')
        return input
      }),
    }),
    readReply: (bytes) => {
      const answer = responseIn(parseLenient(bytes.toString('utf8')))
      const problem = problemOf(answer)
      if (problem !== undefined) throw new AnswerFailed(problem)
      const data = isObject(answer) ? answer.Data : undefined
      if (!Array.isArray(data)) throw failedAnswer(bytes)
      const input = tokenCount(objectAt(answer, 'Usage')?.TotalTokens)
      const vectors = data.filter(isObject).map((entry) => readVector(entry.Embedding))
      return { model: '', vectors, usage: input === 0 ? undefined : usageOf({ input }) }
    },
    readError: upstream.readError,
  },
}
