import { freeTextSchema } from '#protocols/anthropic-messages/answer-tool.ts'
import { objectSchema } from '#protocols/anthropic-messages/schema.ts'
import type { ChatRequest, ChatTarget, OutputFormat, ReasoningWish, Tool } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { effortOf } from '#protocols/reasoning.ts'
import { writeMessages } from './write-messages.ts'

/** Writes a conversation in the service's common dialect; what only some models know stands in fields of their own. */
export const writeRequest = (request: ChatRequest, target: ChatTarget): JsonObject => {
  if (request.choices > 1) throw new ProtocolError('n', 'must be 1 for this model')
  const system = [
    ...request.system.filter((part) => part.text !== '').map((part) => ({ text: part.text })),
    ...(request.outputFormat === undefined ? [] : [{ text: describeFormat(request.outputFormat) }]),
  ]
  const effort = readEffort(request.reasoning, target.model)
  // At the highest effort the model refuses to be limited.
  const limits = effort === 'high' ? {} : writeLimits(request)
  const own = { ...writeTopK(request.topK, target.model), ...writeThinking(effort) }
  const tools = writeTools(request)
  return {
    messages: writeMessages(request.messages),
    ...(system.length === 0 ? {} : { system }),
    ...(Object.keys(limits).length === 0 ? {} : { inferenceConfig: limits }),
    ...(tools === undefined ? {} : { toolConfig: tools }),
    ...(Object.keys(own).length === 0 ? {} : { additionalModelRequestFields: own }),
  }
}

/** There is no field for it that all models know. */
const describeFormat = (format: OutputFormat): string => {
  const plain = 'Answer with one JSON object and nothing else: no explanation, no code fence.'
  return format.kind === 'json' ? plain : `${plain} It must match this JSON Schema: ${JSON.stringify(format.schema)}`
}

const writeLimits = ({ maximumOutput, temperature, topP, stop }: ChatRequest): JsonObject => ({
  ...(maximumOutput === undefined ? {} : { maxTokens: maximumOutput }),
  ...(temperature === undefined ? {} : { temperature }),
  ...(topP === undefined ? {} : { topP }),
  ...(stop.length === 0 ? {} : { stopSequences: stop }),
})

const writeTopK = (topK: number | undefined, model: string): JsonObject => {
  if (topK === undefined) return {}
  return model.includes('nova') ? { inferenceConfig: { topK } } : { top_k: topK }
}

type Effort = 'off' | 'low' | 'medium' | 'high'

const thinkingModel = /nova-(?:[2-9]|\d\d)/

/** Undefined: the model has no say in it, or the client none. */
const readEffort = (wish: ReasoningWish | undefined, model: string): Effort | undefined => {
  if (wish === undefined || !thinkingModel.test(model)) return undefined
  switch (wish.enabled ? (effortOf(wish) ?? 'medium') : 'none') {
    case 'none':
      return 'off'
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

const writeThinking = (effort: Effort | undefined): JsonObject => {
  if (effort === undefined) return {}
  if (effort === 'off') return { reasoningConfig: { type: 'disabled' } }
  return { reasoningConfig: { type: 'enabled', maxReasoningEffort: effort } }
}

/** Where calls stand in the conversation their tools must be named, though the client names none any more. */
const writeTools = ({ tools, toolChoice, messages }: ChatRequest): JsonObject | undefined => {
  const called = messages.flatMap(({ role, parts }) =>
    role === 'assistant' ? parts.flatMap((part) => (part.type === 'tool_call' ? [part.name] : [])) : [],
  )
  const forgotten = [...new Set(called)].filter((name) => !tools.some((tool) => tool.name === name))
  const isForbidden = toolChoice?.kind === 'none'
  if (tools.length === 0 || isForbidden) {
    const named = [...new Set(called)].map((name) => nameTool(name))
    return named.length === 0 ? undefined : { tools: named }
  }
  const choice = toolChoice === undefined ? undefined : writeChoice(toolChoice)
  return {
    tools: [...tools.map(writeTool), ...forgotten.map(nameTool)],
    ...(choice === undefined ? {} : { toolChoice: choice }),
  }
}

const writeTool = ({ name, description, parameters, custom }: Tool): JsonObject => ({
  toolSpec: {
    name,
    ...(description === undefined || description === '' ? {} : { description }),
    inputSchema: { json: custom === undefined ? objectSchema(parameters) : freeTextSchema },
  },
})

const nameTool = (name: string): JsonObject => ({
  toolSpec: { name, inputSchema: { json: { type: 'object', properties: {} } } },
})

const writeChoice = (choice: NonNullable<ChatRequest['toolChoice']>): JsonObject | undefined => {
  switch (choice.kind) {
    case 'auto':
      return { auto: {} }
    case 'required':
      return { any: {} }
    case 'named':
      return { tool: { name: choice.name } }
    case 'none':
      return undefined
  }
}
