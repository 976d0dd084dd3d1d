import type { ChatRequest, ChatTarget } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt } from '#protocols/json/json.ts'
import { writeRequest as writeChat } from '#protocols/openai-chat/write-request.ts'
import { budgetOf } from '#protocols/reasoning.ts'

/** Writes a conversation: its messages as OpenAI has them, but for a few words; the rest under the vendor's names. */
export const writeRequest = (request: ChatRequest, target: ChatTarget): JsonObject => {
  if (request.choices > 1) throw new ProtocolError('n', 'must be 1 for this model')
  const { messages } = writeChat(request, target)
  const { seed, stop, temperature, topP, topK, maximumOutput, presencePenalty, frequencyPenalty } = request
  const body: JsonObject = {
    model: target.model,
    messages: Array.isArray(messages) ? messages.filter(isObject).map(writeMessage) : [],
    stream: request.stream,
    ...writeTools(request),
    response_format: writeFormat(request.outputFormat),
    thinking: writeThinking(request, target.model),
    max_tokens: maximumOutput,
    temperature,
    p: topP,
    k: topK,
    seed,
    stop_sequences: stop.length === 0 ? undefined : stop,
    presence_penalty: presencePenalty,
    frequency_penalty: frequencyPenalty,
  }
  for (const name of Object.keys(body)) if (body[name] === undefined) delete body[name]
  return body
}

/** What a model thought before it called tools is called its plan. */
const writeMessage = (message: JsonObject): JsonObject => {
  const { role, content, tool_calls: calls, tool_call_id: callId, reasoning_content: plan } = message
  if (role === 'tool') return { role, tool_call_id: callId, content }
  if (calls === undefined) return { role, content: writeContent(content) }
  return {
    role,
    ...(content === null || content === '' ? {} : { content }),
    ...(plan === undefined ? {} : { tool_plan: plan }),
    tool_calls: calls,
  }
}

const writeContent = (content: unknown): unknown => {
  if (!Array.isArray(content)) return content ?? ''
  const foreign = content.find((part) => isObject(part) && part.type !== 'text' && part.type !== 'image_url')
  if (foreign !== undefined) throw new ProtocolError('messages', 'must contain nothing but text and images here')
  return content
}

/** One tool alone is demanded by naming no other. */
const writeTools = ({ tools, toolChoice }: ChatRequest): JsonObject => {
  if (tools.length === 0) return {}
  if (tools.some((tool) => tool.custom !== undefined)) throw new ProtocolError('tools', 'must be functions here')
  const choice = toolChoice?.kind
  const offered = toolChoice?.kind === 'named' ? tools.filter(({ name }) => name === toolChoice.name) : tools
  const written = offered.map(({ name, description, parameters }) => ({
    type: 'function',
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      parameters: parameters ?? { type: 'object', properties: {} },
    },
  }))
  if (choice === 'none') return { tools: written, tool_choice: 'NONE' }
  return { tools: written, ...(choice === 'required' || choice === 'named' ? { tool_choice: 'REQUIRED' } : {}) }
}

const writeFormat = (format: ChatRequest['outputFormat']): JsonObject | undefined => {
  if (format === undefined) return undefined
  return { type: 'json_object', ...(format.kind === 'schema' ? { json_schema: objectAt(format, 'schema') } : {}) }
}

const thinkingModel = /reasoning|command-a-plus/

const writeThinking = ({ reasoning }: ChatRequest, model: string): JsonObject | undefined => {
  if (reasoning === undefined || !thinkingModel.test(model)) return undefined
  if (!reasoning.enabled || reasoning.effort === 'none') return { type: 'disabled' }
  const budget = budgetOf(reasoning)
  return { type: 'enabled', ...(budget === undefined ? {} : { token_budget: budget }) }
}
