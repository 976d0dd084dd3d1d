import { tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import type { AssistantPart, ChatReply, CitationPart, FinishReason } from '#protocols/chat.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { failedAnswer } from '#protocols/openai-chat/error.ts'

/** A whole answer in the common form, of the present interface or of the one before it. */
export const readReply = (bytes: Buffer): ChatReply => {
  const answer = parseLenient(bytes.toString('utf8'))
  const message = objectAt(answer, 'message') ?? olderMessage(answer)
  if (!isObject(answer) || message === undefined || isFailure(answer.finish_reason)) {
    throw failedAnswer(bytes)
  }
  const parts = readMessage(message)
  const called = parts.some((part) => part.type === 'tool_call')
  const finish = readFinish(answer.finish_reason, called)
  return {
    id: textAt(answer, 'id') ?? textAt(answer, 'generation_id') ?? '',
    model: '',
    created: undefined,
    choices: [{ index: 0, parts, finish, stopSequence: undefined, logprobs: undefined }],
    usage: readUsage(objectAt(answer, 'usage') ?? objectAt(answer, 'meta')),
    serviceTier: undefined,
  }
}

/** It told one text, and calls without an id. */
const olderMessage = (answer: unknown): JsonObject | undefined =>
  isObject(answer) && typeof answer.text === 'string' ? { content: [{ type: 'text', text: answer.text }] } : undefined

const readMessage = (message: JsonObject): AssistantPart[] => {
  const plan = textAt(message, 'tool_plan')
  return [
    ...(plan === undefined ? [] : [{ type: 'reasoning', text: plan } as const]),
    ...objectsOf(message.content).flatMap(readPart),
    ...objectsOf(message.citations).flatMap((citation) => readCitation(citation) ?? []),
    ...objectsOf(message.tool_calls).map(readCall),
  ]
}

const objectsOf = (list: unknown): JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : [])

const readPart = (part: JsonObject): AssistantPart[] => {
  const thought = textAt(part, 'thinking')
  if (thought !== undefined) return [{ type: 'reasoning', text: thought }]
  const text = textAt(part, 'text')
  return text === undefined ? [] : [{ type: 'text', text }]
}

const readCall = (call: JsonObject): AssistantPart => {
  const made = objectAt(call, 'function')
  return {
    type: 'tool_call',
    id: textAt(call, 'id') ?? '',
    name: textAt(made, 'name') ?? '',
    arguments: textAt(made, 'arguments') ?? '{}',
  }
}

/** Only what has an address can be cited elsewhere. */
export const readCitation = (citation: JsonObject): CitationPart | undefined => {
  const found = objectsOf(citation.sources)
    .map((source) => objectAt(source, 'document') ?? objectAt(source, 'tool_output') ?? {})
    .find((source) => textAt(source, 'url') !== undefined)
  const url = textAt(found, 'url')
  if (url === undefined) return undefined
  const { start, end } = citation
  return {
    type: 'citation',
    url,
    title: textAt(found, 'title') ?? '',
    ...(typeof citation.text === 'string' ? { quote: citation.text } : {}),
    ...(typeof start === 'number' ? { start } : {}),
    ...(typeof end === 'number' ? { end } : {}),
  }
}

/** What was read and written is told beside what is billed, which leaves out the vendor's own instructions. */
export const readUsage = (usage: JsonObject | undefined): Usage | undefined => {
  const told = objectAt(usage, 'tokens') ?? objectAt(usage, 'billed_units')
  if (told === undefined) return undefined
  const input = tokenCount(told.input_tokens)
  const output = tokenCount(told.output_tokens)
  const cacheRead = Math.min(tokenCount(usage?.cached_tokens), input)
  const reasoning = Math.min(tokenCount(told.reasoning_tokens), output)
  if (input + output === 0) return undefined
  return usageOf({ input: input - cacheRead, cacheRead, output: output - reasoning, reasoning })
}

export const isFailure = (reason: unknown): boolean => reason === 'ERROR'

export const readFinish = (reason: unknown, called: boolean): FinishReason => {
  switch (reason) {
    case 'MAX_TOKENS':
    case 'TIMEOUT':
      return 'length'
    case 'ERROR_TOXIC':
      return 'content_filter'
    default:
      return called ? 'tool_calls' : 'stop'
  }
}
