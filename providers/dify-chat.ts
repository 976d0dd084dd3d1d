import { tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import type { ChatEvent, ChatMessage, ChatReply, ChatRequest, ChatStreamReader, UserPart } from '#protocols/chat.ts'
import { readEventObjects } from '#protocols/event-objects.ts'
import { ProtocolError, type UpstreamProblem } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { failedAnswer, readError } from '#protocols/openai-chat/error.ts'
import { unsteered } from '#protocols/steering.ts'
import type { Dialect } from './dialect.ts'
import { plainSystem, plainTurns } from './plain-turns.ts'

/** An application is asked one thing: a conversation is written out as one text. */
const writeRequest = (request: ChatRequest): JsonObject => {
  if (request.choices > 1) throw new ProtocolError('n', 'must be 1 for this model')
  if (request.tools.length > 0) throw new ProtocolError('tools', 'must be left away for this model')
  const files = request.messages.flatMap(filesOf)
  return {
    inputs: {},
    query: queryOf(request),
    response_mode: request.stream ? 'streaming' : 'blocking',
    user: request.user ?? 'gateway',
    auto_generate_name: false,
    ...(files.length === 0 ? {} : { files }),
  }
}

const queryOf = ({ system, messages }: ChatRequest): string => {
  const instructions = plainSystem(system)
  const turns = plainTurns(messages.map(withoutFiles))
  const [only] = turns
  if (instructions === '' && turns.length === 1 && only !== undefined) return only.content
  const told = [...(instructions === '' ? [] : [{ role: 'system', content: instructions }]), ...turns]
  return told.map(({ role, content }) => `${role.toUpperCase()}: \n${content}\n`).join('')
}

const isFile = (part: UserPart): boolean => part.type === 'image' || part.type === 'audio' || part.type === 'video'

const withoutFiles = (message: ChatMessage): ChatMessage =>
  message.role === 'user' ? { ...message, parts: message.parts.filter((part) => !isFile(part)) } : message

const filesOf = (message: ChatMessage): JsonObject[] => {
  if (message.role !== 'user') return []
  return message.parts.flatMap((part) => {
    if (part.type !== 'image' && part.type !== 'audio' && part.type !== 'video') return []
    if (part.source.kind !== 'url')
      throw new ProtocolError('messages', 'must tell files by their address for this model')
    return [{ type: part.type, transfer_method: 'remote_url', url: part.source.url }]
  })
}

const readReply = (bytes: Buffer): ChatReply => {
  const answer = parseLenient(bytes.toString('utf8'))
  const data = objectAt(answer, 'data')
  const text = textAt(answer, 'answer') ?? outputOf(data)
  if (!isObject(answer) || text === undefined || data?.status === 'failed') throw failedAnswer(bytes)
  return {
    id: textAt(answer, 'conversation_id') ?? textAt(answer, 'workflow_run_id') ?? '',
    model: '',
    created: typeof answer.created_at === 'number' ? answer.created_at : undefined,
    choices: [
      { index: 0, parts: [{ type: 'text', text }], finish: 'stop', stopSequence: undefined, logprobs: undefined },
    ],
    usage: readUsage(objectAt(answer, 'metadata')),
    serviceTier: undefined,
  }
}

/** What a workflow made: its text where it has one, else whatever it has. */
const outputOf = (data: JsonObject | undefined): string | undefined => {
  const outputs = objectAt(data, 'outputs')
  if (outputs === undefined) return undefined
  const texts = Object.values(outputs).filter((value) => typeof value === 'string')
  return texts.length === 1 ? texts[0] : (textAt(outputs, 'text') ?? JSON.stringify(outputs))
}

/** Nothing told is nothing known: then it is estimated. */
const readUsage = (metadata: JsonObject | undefined): Usage | undefined => {
  const usage = objectAt(metadata, 'usage')
  const input = tokenCount(usage?.prompt_tokens)
  const output = tokenCount(usage?.completion_tokens)
  return input + output === 0 ? undefined : usageOf({ input, output })
}

const createReader = (): ChatStreamReader => {
  let begun = false
  let written = false
  let finished = false

  const finish = (usage: Usage | undefined): ChatEvent[] => {
    finished = true
    const end: ChatEvent = { type: 'finish', choice: 0, reason: 'stop', stopSequence: undefined }
    return usage === undefined ? [end] : [end, { type: 'usage', usage }]
  }

  const readText = (text: string | undefined): ChatEvent[] => {
    if (text === undefined || text === '') return []
    written = true
    return [{ type: 'text', choice: 0, text }]
  }

  const readPiece = (piece: JsonObject): ChatEvent[] => {
    const data = objectAt(piece, 'data')
    switch (piece.event) {
      case 'message':
      case 'agent_message':
        return readText(textAt(piece, 'answer'))
      case 'text_chunk':
        return readText(textAt(data, 'text'))
      case 'agent_thought': {
        const thought = textAt(piece, 'thought')
        return thought === undefined || thought === '' ? [] : [{ type: 'reasoning', choice: 0, text: thought }]
      }
      case 'message_end':
        return finish(readUsage(objectAt(piece, 'metadata')))
      case 'workflow_finished':
        return endWorkflow(data)
      case 'error':
        return [{ type: 'error', problem: problemOf(piece) }]
      default:
        return []
    }
  }

  /** Inside a conversation more comes; a workflow that is all there is ends with it. */
  const endWorkflow = (data: JsonObject | undefined): ChatEvent[] => {
    if (data?.status === 'failed') return [{ type: 'error', problem: problemOf(data) }]
    const outputs = objectAt(data, 'outputs')
    if (outputs !== undefined && 'answer' in outputs) return []
    const rest = written ? [] : readText(outputOf(data))
    return [...rest, ...finish(undefined)]
  }

  const read = (piece: JsonObject): ChatEvent[] => {
    if (finished) return []
    const events: ChatEvent[] = []
    if (!begun) {
      begun = true
      events.push({ type: 'start', id: textAt(piece, 'conversation_id') ?? '', model: '', created: undefined })
    }
    return [...events, ...readPiece(piece)]
  }

  return { ...readEventObjects(read), finished: () => finished, closed: () => finished }
}

const problemOf = (told: JsonObject): UpstreamProblem => ({
  message: textAt(told, 'message') ?? textAt(told, 'error') ?? 'the upstream ended the response early',
  type: 'dify_error',
  code: textAt(told, 'code'),
  parameter: undefined,
})

export const difyChat: Dialect = {
  kind: 'chat',
  name: 'dify-chat',
  upstream: { writeRequest, readReply, createReader, readError, steering: unsteered },
}
