import type { AssistantPart, ChatRequest, TextPart, Tool, ToolResultPart, UserPart } from './chat.ts'
import { pictureEstimate, soundEstimate } from './estimate.ts'

/** About how many tokens a conversation is for a model that reads it: what counting calls are answered with. */
export const estimateInputTokens = ({ system, messages, tools }: ChatRequest): number => {
  let tokens = 0
  for (const part of system) tokens += partEstimate(part)
  for (const message of messages) {
    tokens += messageTokens
    for (const part of message.parts) tokens += partEstimate(part)
  }
  for (const tool of tools) tokens += toolEstimate(tool)
  return Math.ceil(tokens)
}

const messageTokens = 3
const toolTokens = 3

const toolEstimate = ({ name, description, parameters }: Tool): number =>
  toolTokens + textEstimate(name) + textEstimate(description ?? '') + textEstimate(JSON.stringify(parameters ?? {}))

const partEstimate = (part: TextPart | UserPart | AssistantPart | ToolResultPart): number => {
  switch (part.type) {
    case 'text':
    case 'refusal':
    case 'reasoning':
      return textEstimate(part.text)
    case 'image':
      return pictureEstimate
    case 'document':
      return part.source.kind === 'text' ? textEstimate(part.source.text) : soundEstimate
    case 'audio':
    case 'video':
      return soundEstimate
    case 'tool_call':
      return textEstimate(part.name) + textEstimate(part.arguments)
    case 'tool_result':
      return part.parts.reduce((sum, each) => sum + partEstimate(each), 0)
    case 'redacted_reasoning':
    case 'citation':
      return 0
  }
}

/** Longer texts are judged by pieces of this size, so that a book costs no more time than a page. */
const pieceLength = 8192

const textEstimate = (text: string): number => {
  if (text.length <= 3 * pieceLength) return weigh(text)
  const middle = Math.floor((text.length - pieceLength) / 2)
  const pieces = [text.slice(0, pieceLength), text.slice(middle, middle + pieceLength), text.slice(-pieceLength)]
  const weight = pieces.reduce((sum, piece) => sum + weigh(piece), 0)
  return (weight * text.length) / (3 * pieceLength)
}

/** What a run of letters or digits, and every other sign, weighs in tokens. */
const weights = { word: 1.13, number: 1.63, wide: 1.21, mark: 0.4, address: 1.26, line: 0.89, space: 0.39, beyond: 1.3 }

type Kind = keyof typeof weights

const weigh = (text: string): number => {
  let tokens = 0
  let before: Kind | undefined
  for (let index = 0; index < text.length; index += 1) {
    const kind = kindOf(text.charCodeAt(index))
    if (kind !== before || (kind !== 'word' && kind !== 'number')) tokens += weights[kind]
    before = kind
  }
  return tokens
}

const addressMarks = new Set([...'/:?&=;#%'].map((mark) => mark.charCodeAt(0)))

const kindOf = (code: number): Kind => {
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)) return 'word'
  if (code === 0x20) return 'space'
  if (code >= 0x30 && code <= 0x39) return 'number'
  if (code === 0x0a || code === 0x09 || code === 0x0d) return 'line'
  if (code < 0x80) return addressMarks.has(code) ? 'address' : 'mark'
  // Other alphabets; halves of emoji, and signs; Hangul, kana and Han.
  if (code < 0x1100) return 'word'
  if (code >= 0xd800 && code <= 0xdfff) return 'beyond'
  return code >= 0x2000 && code < 0x2e80 ? 'beyond' : 'wide'
}
