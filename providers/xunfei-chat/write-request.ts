import type { ChatMessage, ChatRequest, ChatTarget, TextPart, UserPart } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { textOfDocument } from '#protocols/openai-chat/write-content.ts'

type Said = { role: 'system' | 'user' | 'assistant'; content: string }

/** Writes a conversation; the target's model is the domain that the vendor knows a model by. */
export const writeRequest = (request: ChatRequest, { model }: ChatTarget): JsonObject => {
  if (request.choices > 1) throw new ProtocolError('n', 'must be 1 for this model')
  if (request.webSearch !== undefined) throw new ProtocolError('web_search_options', 'must be left away for this model')
  const { maximumOutput, temperature, topK, toolChoice } = request
  const tools = toolChoice?.kind === 'none' ? [] : request.tools
  if (tools.some((tool) => tool.custom !== undefined)) throw new ProtocolError('tools', 'must be functions here')
  return {
    parameter: {
      chat: {
        domain: model,
        ...(maximumOutput === undefined ? {} : { max_tokens: maximumOutput }),
        ...(temperature === undefined ? {} : { temperature: Math.min(Math.max(temperature, 0.01), 1) }),
        ...(topK === undefined ? {} : { top_k: Math.min(Math.max(topK, 1), 6) }),
      },
    },
    payload: {
      message: { text: [...writeSystem(request.system, model), ...request.messages.flatMap(writeMessage)] },
      ...(tools.length === 0 ? {} : { functions: { text: tools.map(writeFunction) } }),
    },
  }
}

const knowsSystem = /^(?:generalv3\.5|max-32k|4\.0Ultra|x\d)/

/** Older models know no instructions: they are told like anybody's words, and agreed to. */
const writeSystem = (system: readonly TextPart[], model: string): Said[] => {
  const content = system.map((part) => part.text).join('\n')
  if (content === '') return []
  if (knowsSystem.test(model)) return [{ role: 'system', content }]
  return [
    { role: 'user', content },
    { role: 'assistant', content: 'Okay' },
  ]
}

/** There is no place for calls and results in a conversation that goes on: both are told in words. */
const writeMessage = (message: ChatMessage): Said[] => {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: textOf(message.parts) }]
    case 'assistant': {
      const texts = message.parts.flatMap((part) => {
        if (part.type === 'tool_call') return [`${part.name}(${part.arguments})`]
        return part.type === 'text' || part.type === 'refusal' ? [part.text] : []
      })
      return [{ role: 'assistant', content: texts.join('\n') }]
    }
    case 'tool':
      return message.parts.map(({ name = 'function', parts }) => ({
        role: 'user',
        content: `The result of ${name}:\n${textOf(parts)}`,
      }))
  }
}

const textOf = (parts: readonly UserPart[]): string =>
  parts
    .map((part) => {
      const text = part.type === 'document' ? textOfDocument(part) : part.type === 'text' ? part : undefined
      if (text === undefined) throw new ProtocolError('messages', 'must contain nothing but text for this model')
      return text.text
    })
    .join('\n')

const writeFunction = ({ name, description, parameters }: ChatRequest['tools'][number]): JsonObject => ({
  name,
  description: description ?? name,
  parameters: parameters ?? { type: 'object', properties: {} },
})
