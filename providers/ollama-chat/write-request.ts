import { freeTextSchema } from '#protocols/anthropic-messages/answer-tool.ts'
import type { ChatRequest, ChatTarget, OutputFormat, ReasoningWish, Tool } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { effortOf } from '#protocols/reasoning.ts'
import { writeMessages } from './write-messages.ts'

/** Writes a conversation; how it samples stands among the options of the model's runner. */
export const writeRequest = (request: ChatRequest, target: ChatTarget): JsonObject => {
  if (request.choices > 1) throw new ProtocolError('n', 'must be 1 for this model')
  const tools = writeTools(request)
  const options = writeOptions(request)
  return {
    model: target.model,
    messages: writeMessages(request.system, request.messages),
    // Left away it means a stream.
    stream: request.stream,
    ...(tools.length === 0 ? {} : { tools }),
    ...(request.outputFormat === undefined ? {} : { format: writeFormat(request.outputFormat) }),
    ...(request.reasoning === undefined ? {} : { think: writeThinking(request.reasoning, target.model) }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  }
}

/** Nothing makes a model use a tool here; one alone is asked for by naming no other. */
const writeTools = ({ tools, toolChoice }: ChatRequest): JsonObject[] => {
  if (toolChoice?.kind === 'none') return []
  const offered = toolChoice?.kind === 'named' ? tools.filter(({ name }) => name === toolChoice.name) : tools
  return offered.map(writeTool)
}

const writeTool = ({ name, description, parameters, custom }: Tool): JsonObject => ({
  type: 'function',
  function: {
    name,
    ...(description === undefined ? {} : { description }),
    parameters: custom === undefined ? (parameters ?? { type: 'object', properties: {} }) : freeTextSchema,
  },
})

const writeFormat = (format: OutputFormat): unknown => (format.kind === 'json' ? 'json' : format.schema)

const takesEffort = /gpt-oss/

/** Most models are told whether to think; some, which always do, how much. */
const writeThinking = (wish: ReasoningWish, model: string): boolean | 'low' | 'medium' | 'high' => {
  if (!takesEffort.test(model)) return wish.enabled && wish.effort !== 'none'
  switch (wish.enabled ? (effortOf(wish) ?? 'medium') : 'none') {
    case 'none':
    case 'minimal':
    case 'low':
      return 'low'
    case 'medium':
      return 'medium'
    case 'high':
    case 'xhigh':
    case 'max':
      return 'high'
  }
}

const writeOptions = (request: ChatRequest): JsonObject => {
  const options: JsonObject = {
    num_predict: request.maximumOutput,
    temperature: request.temperature,
    top_p: request.topP,
    top_k: request.topK,
    seed: request.seed,
    presence_penalty: request.presencePenalty,
    frequency_penalty: request.frequencyPenalty,
    stop: request.stop.length === 0 ? undefined : request.stop,
  }
  for (const name of Object.keys(options)) if (options[name] === undefined) delete options[name]
  return options
}
