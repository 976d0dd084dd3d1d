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
const pieceLength = 1024

const textEstimate = (text: string): number => {
  if (text.length <= 3 * pieceLength) return weigh(text)
  const middle = Math.floor((text.length - pieceLength) / 2)
  const pieces = [text.slice(0, pieceLength), text.slice(middle, middle + pieceLength), text.slice(-pieceLength)]
  const weight = pieces.reduce((sum, piece) => sum + weigh(piece), 0)
  return (weight * text.length) / (3 * pieceLength)
}

type Kind = { tokens: number; runs: boolean }

/** What signs weigh in tokens; a run of letters or of digits counts once. */
const word: Kind = { tokens: 1.13, runs: true }
const number: Kind = { tokens: 1.63, runs: true }
const wide: Kind = { tokens: 1.21, runs: false }
const mark: Kind = { tokens: 0.4, runs: false }
const address: Kind = { tokens: 1.26, runs: false }
const line: Kind = { tokens: 0.89, runs: false }
const space: Kind = { tokens: 0.39, runs: false }
const beyond: Kind = { tokens: 1.3, runs: false }

const weigh = (text: string): number => {
  let tokens = 0
  let before: Kind | undefined
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const kind = plainKinds[code] ?? kindBeyond(code)
    if (kind !== before || !kind.runs) tokens += kind.tokens
    before = kind
  }
  return tokens
}

/** Other alphabets; halves of emoji, and signs; Hangul, kana and Han. */
const kindBeyond = (code: number): Kind => {
  if (code < 0x1100) return word
  if (code >= 0xd800 && code <= 0xdfff) return beyond
  return code >= 0x2000 && code < 0x2e80 ? beyond : wide
}

const plainKind = (sign: string): Kind => {
  if (/[a-z]/i.test(sign)) return word
  if (/[0-9]/.test(sign)) return number
  if (/[\n\r\t]/.test(sign)) return line
  if (/[/:?&=;#%]/.test(sign)) return address
  return sign === ' ' ? space : mark
}

/** Most signs are of the first 128: a table spares looking each of them up. */
const plainKinds: readonly Kind[] = Array.from({ length: 0x80 }, (_, code) => plainKind(String.fromCharCode(code)))
