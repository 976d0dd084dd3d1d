import type { AssistantPart, ChatRequest, TextPart, Tool, ToolResultPart, UserPart } from '../chat.ts'
import { estimateTokens, soundEstimate, type Vocabulary } from './estimate.ts'
import { estimatePicturePart } from './picture-estimate.ts'

/** About how many tokens a conversation is for a model that reads it: what counting calls are answered with. */
export const estimateInputTokens = (
  request: ChatRequest,
  vocabulary: Vocabulary = 'anthropic',
  estimate: TextEstimate = (value) => estimateTokens(value, vocabulary),
): number => {
  const { model, system, messages, tools } = request
  const text = (value: string) => (value === '' ? 0 : estimate(value))
  const part = (each: Part): number => partEstimate(each, model, text, part)
  let tokens = 0
  for (const each of system) tokens += part(each)
  for (const message of messages) {
    tokens += messageTokens
    for (const each of message.parts) tokens += part(each)
  }
  for (const tool of tools) tokens += toolEstimate(tool, text)
  return tokens
}

type Part = TextPart | UserPart | AssistantPart | ToolResultPart
type TextEstimate = (text: string) => number

const messageTokens = 3
const toolTokens = 3

const toolEstimate = ({ name, description, parameters }: Tool, text: TextEstimate): number =>
  toolTokens + text(name) + text(description ?? '') + text(JSON.stringify(parameters ?? {}))

const partEstimate = (part: Part, model: string, text: TextEstimate, inner: (part: Part) => number): number => {
  switch (part.type) {
    case 'text':
    case 'refusal':
    case 'reasoning':
      return text(part.text)
    case 'image':
      return estimatePicturePart(model, part)
    case 'document':
      return part.source.kind === 'text' ? text(part.source.text) : soundEstimate
    case 'audio':
    case 'video':
      return soundEstimate
    case 'tool_call':
      return text(part.name) + text(part.arguments)
    case 'tool_result':
      return part.parts.reduce((sum, each) => sum + inner(each), 0)
    case 'redacted_reasoning':
    case 'citation':
      return 0
  }
}
