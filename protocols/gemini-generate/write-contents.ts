import type {
  AssistantPart,
  ChatMessage,
  ChatTarget,
  ReasoningPart,
  ToolCallPart,
  ToolResultPart,
  UserPart,
} from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, parseLenient } from '../json/json.ts'
import { withoutUndefined } from './fields.ts'
import { cutMarkdownImages } from './markdown-images.ts'
import { writeMedia } from './media.ts'
import { isThirdGeneration, standInSignature } from './models.ts'
import { freeText } from './write-tools.ts'

/** Writes the conversation; results of calls that follow each other stand in one content, as they must. */
export const writeContents = (messages: readonly ChatMessage[], target: ChatTarget): JsonObject[] => {
  const contents: JsonObject[] = []
  const names = new Map<string, string>()
  let results: ToolResultPart[] = []
  const endResults = () => {
    if (results.length > 0) contents.push(...writeResults(results, names, target))
    results = []
  }
  for (const message of messages) {
    if (message.role === 'tool') {
      results.push(...message.parts)
      continue
    }
    endResults()
    const isUser = message.role === 'user'
    const parts = isUser ? writeUserParts(message.parts, target) : writeModelParts(message.parts, names, target)
    if (parts.length > 0) contents.push({ role: isUser ? 'user' : 'model', parts })
  }
  endResults()
  return contents
}

/** An empty text is refused beside others; alone it is all that the user said. */
const writeUserParts = (parts: readonly UserPart[], target: ChatTarget): JsonObject[] => {
  const written = parts
    .filter((part) => part.type !== 'text' || part.text !== '')
    .map((part) => (part.type === 'text' ? { text: part.text } : writeMedia(part, target.fetchesUrls)))
  return written.length === 0 && parts.length > 0 ? [{ text: '' }] : written
}

const writeModelParts = (
  parts: readonly AssistantPart[],
  names: Map<string, string>,
  target: ChatTarget,
): JsonObject[] => {
  const written: JsonObject[] = []
  /** The seal of a thought stands on what was said after it. */
  let seal: string | undefined
  const endSeal = () => {
    if (seal !== undefined) written.push({ text: '', thoughtSignature: seal })
    seal = undefined
  }
  const say = (part: JsonObject) => {
    written.push(seal === undefined ? part : { ...part, thoughtSignature: seal })
    seal = undefined
  }
  let hasCall = false
  for (const part of parts) {
    switch (part.type) {
      case 'text':
      case 'refusal':
        for (const piece of cutMarkdownImages(part.text)) say(piece)
        break
      case 'image':
        say(writeMedia(part, target.fetchesUrls))
        break
      case 'reasoning':
        endSeal()
        if (part.text !== '') written.push({ text: part.text, thought: true })
        seal = ownSeal(part)
        break
      case 'tool_call':
        endSeal()
        names.set(part.id, part.name)
        written.push(writeCall(part, hasCall ? undefined : standInSignature(target.model)))
        hasCall = true
        break
      case 'redacted_reasoning':
      case 'citation':
        // What another vendor hid, and where words come from, have no place here.
        break
    }
  }
  endSeal()
  return written
}

const ownSeal = ({ signature }: ReasoningPart): string | undefined =>
  signature?.by === 'gemini' ? signature.value : undefined

const writeCall = (call: ToolCallPart, standIn: string | undefined): JsonObject => {
  const signature = call.signature?.by === 'gemini' ? call.signature.value : standIn
  const functionCall = { id: call.id, name: call.name, args: argumentsOf(call) }
  return withoutUndefined({ functionCall, thoughtSignature: signature })
}

/** Arguments that are no object (cut short, or broken) are told as they were, so that the conversation can go on. */
const argumentsOf = (call: ToolCallPart): JsonObject => {
  if (call.custom === true) return { [freeText]: call.arguments }
  if (call.arguments.trim() === '') return {}
  const parsed = parseLenient(call.arguments)
  return isObject(parsed) ? parsed : { arguments: call.arguments }
}

const writeResults = (
  results: readonly ToolResultPart[],
  names: ReadonlyMap<string, string>,
  target: ChatTarget,
): JsonObject[] => {
  const hasPlace = isThirdGeneration(target.model)
  const media: JsonObject[] = []
  const parts = results.map((result) => {
    const name = names.get(result.callId) ?? result.name
    if (name === undefined)
      throw new ProtocolError('messages', `hold a result of a call that is not there: ${result.callId}`)
    const files = result.parts.flatMap((part) => (part.type === 'text' ? [] : [writeMedia(part, target.fetchesUrls)]))
    if (!hasPlace) media.push(...files)
    return {
      functionResponse: withoutUndefined({
        id: result.callId,
        name,
        response: outcomeOf(result),
        parts: hasPlace && files.length > 0 ? files : undefined,
      }),
    }
  })
  const contents: JsonObject[] = [{ role: 'user', parts }]
  if (media.length > 0) contents.push({ role: 'user', parts: media })
  return contents
}

/** An object is told as one, unless its figures are too long for a number there: then it stays text. */
const outcomeOf = (result: ToolResultPart): JsonObject => {
  const text = result.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const parsed = longFigure.test(text) ? undefined : parseLenient(text)
  const isStructured = isObject(parsed) || Array.isArray(parsed)
  if (result.failed) return { error: isStructured ? parsed : text }
  return isObject(parsed) ? parsed : { output: isStructured ? parsed : text }
}

const longFigure = /\d{16}/
