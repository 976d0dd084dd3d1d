import type { ChatRequest, ChatTarget, TextPart } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { type PlainTurn, plainSystem, plainTurns } from '../plain-turns.ts'

/** Writes a conversation; the target's model is the domain that the vendor knows a model by. */
export const writeRequest = (request: ChatRequest, { model }: ChatTarget): JsonObject => {
  if (request.choices > 1) throw new ProtocolError('n', 'must be 1 for this model')
  const { maximumOutput, temperature, topK, toolChoice } = request
  const tools = toolChoice?.kind === 'none' ? [] : request.tools
  if (tools.some((tool) => tool.custom !== undefined)) throw new ProtocolError('tools', 'must be functions here')
  return {
    parameter: {
      chat: {
        domain: model,
        ...(maximumOutput === undefined ? {} : { max_tokens: maximumOutput }),
        ...(temperature === undefined ? {} : { temperature }),
        ...(topK === undefined ? {} : { top_k: topK }),
      },
    },
    payload: {
      message: { text: [...writeSystem(request.system, model), ...plainTurns(request.messages)] },
      ...(tools.length === 0 ? {} : { functions: { text: tools.map(writeFunction) } }),
    },
  }
}

const knowsSystem = /^(?:generalv3\.5|max-32k|4\.0Ultra|x\d)/

/** Older models know no instructions: they are told like anybody's words, and agreed to. */
const writeSystem = (system: readonly TextPart[], model: string): PlainTurn[] => {
  const content = plainSystem(system)
  if (content === '') return []
  if (knowsSystem.test(model)) return [{ role: 'system', content }]
  return [
    { role: 'user', content },
    { role: 'assistant', content: 'Okay' },
  ]
}

const writeFunction = ({ name, description, parameters }: ChatRequest['tools'][number]): JsonObject => ({
  name,
  description: description ?? name,
  parameters: parameters ?? { type: 'object', properties: {} },
})
