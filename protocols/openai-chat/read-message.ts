import type {
  AssistantPart,
  CitationPart,
  ImagePart,
  ReasoningPart,
  RedactedReasoningPart,
  RefusalPart,
  TextPart,
} from '../chat.ts'
import { readDataUri } from '../data-uri.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt, textAt } from '../json/json.ts'
import { pathOf } from './fields.ts'
import { readCacheHint } from './read-content.ts'
import { readReasoning } from './reasoning-details.ts'

/**
 * What a model said in a message, tool calls apart: reasoning first, then text, refusal and pictures. With a path the
 * message is a client's and unknown parts are refused; without one it is an upstream's and they are passed over.
 */
export const readAnswerParts = (message: JsonObject, path?: string): AssistantPart[] => {
  const content = readAnswerContent(message.content, path)
  const refusal = textAt(message, 'refusal')
  return [
    ...readReasoning(message),
    ...content,
    ...(refusal === undefined ? [] : [{ type: 'refusal' as const, text: refusal }]),
    ...readImages(message),
  ]
}

type ContentPart = TextPart | RefusalPart | ImagePart | ReasoningPart | RedactedReasoningPart

/** Content is text, as a rule; some upstreams send a list of parts, and one an object in place of its JSON. */
export const readAnswerContent = (content: unknown, path?: string): ContentPart[] => {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (Array.isArray(content)) {
    return content.flatMap((part, index) => readContentPart(part, path === undefined ? undefined : pathOf(path, index)))
  }
  if (content === undefined || content === null) return []
  if (path !== undefined) throw new ProtocolError(path, 'must be a string or an array of parts')
  return [{ type: 'text', text: JSON.stringify(content) }]
}

const readContentPart = (part: unknown, path: string | undefined): ContentPart[] => {
  if (typeof part === 'string') return part === '' ? [] : [{ type: 'text', text: part }]
  const type = isObject(part) ? part.type : undefined
  switch (type) {
    case 'text':
    case 'output_text': {
      const text = textAt(part, 'text')
      return text === undefined || !isObject(part) ? [] : [{ type: 'text', text, ...readCacheHint(part) }]
    }
    case 'refusal': {
      const text = textAt(part, 'refusal')
      return text === undefined ? [] : [{ type: 'refusal', text }]
    }
    case 'thinking': {
      const text = isObject(part) ? readThinking(part.thinking) : ''
      return text === '' ? [] : [{ type: 'reasoning', text }]
    }
    case 'image_url':
      return readImage(part)
    default:
      if (path === undefined) return []
      throw new ProtocolError(path, `${JSON.stringify(type)} is not known here`)
  }
}

/** Thinking as a part of the content: text, or a list of texts. */
const readThinking = (thinking: unknown): string => {
  if (typeof thinking === 'string') return thinking
  if (!Array.isArray(thinking)) return ''
  return thinking.map((piece) => textAt(piece, 'text') ?? '').join('')
}

/** Pictures that the model made stand beside the text. */
export const readImages = (message: JsonObject): ImagePart[] =>
  Array.isArray(message.images) ? message.images.flatMap(readImage) : []

const readImage = (part: unknown): ImagePart[] => {
  if (!isObject(part)) return []
  const url = typeof part.image_url === 'string' ? part.image_url : textAt(part.image_url, 'url')
  if (url === undefined || url === '') return []
  const data = readDataUri(url)
  return [{ type: 'image', source: data === undefined ? { kind: 'url', url } : { kind: 'data', ...data } }]
}

/** Where a text says it has something from. */
export const readAnnotations = (message: JsonObject): CitationPart[] => {
  if (!Array.isArray(message.annotations)) return []
  return message.annotations.flatMap((annotation) => {
    const citation = objectAt(annotation, 'url_citation')
    const url = textAt(citation, 'url')
    if (citation === undefined || url === undefined) return []
    const { start_index: start, end_index: end } = citation
    const quote = textAt(citation, 'content')
    return [
      {
        type: 'citation' as const,
        url,
        title: textAt(citation, 'title') ?? '',
        ...(quote === undefined ? {} : { quote }),
        ...(typeof start === 'number' && typeof end === 'number' && end > start ? { start, end } : {}),
      },
    ]
  })
}

/** The sources of a whole answer, which some upstreams list beside the choices. */
export const readSources = (answer: JsonObject): CitationPart[] => {
  if (!Array.isArray(answer.citations)) return []
  const found = Array.isArray(answer.search_results) ? answer.search_results : []
  return answer.citations.flatMap((citation) => {
    const url = typeof citation === 'string' ? citation : textAt(citation, 'url')
    if (url === undefined) return []
    const result: unknown = found.find((each) => textAt(each, 'url') === url)
    return [{ type: 'citation' as const, url, title: textAt(result, 'title') ?? textAt(citation, 'title') ?? '' }]
  })
}
