import type { ChatMessage, ChatRequest } from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import {
  countField,
  flagField,
  largestOutput,
  numberField,
  objectsField,
  pathOf,
  requiredText,
  textField,
} from '#protocols/openai-chat/fields.ts'

export const readRequest = (body: JsonObject): ChatRequest => {
  const opening = textField(body, 'opening')
  return {
    model: requiredText(body, 'model'),
    stream: flagField(body, 'whispers') ?? false,
    system: opening === undefined ? [] : [{ type: 'text', text: opening }],
    messages: objectsField(body, 'turns').map((turn, index) => readTurn(turn, pathOf('turns', index))),
    tools: [],
    toolChoice: undefined,
    parallelTools: undefined,
    outputFormat: undefined,
    reasoning: undefined,
    maximumOutput: countField(body, 'most', largestOutput, 1),
    temperature: numberField(body, 'warmth'),
    topP: undefined,
    topK: undefined,
    seed: undefined,
    presencePenalty: undefined,
    frequencyPenalty: undefined,
    logitBias: undefined,
    stop: [],
    choices: 1,
    logprobs: undefined,
    user: undefined,
    metadata: undefined,
    serviceTier: undefined,
    cacheKey: undefined,
    verbosity: undefined,
    webSearch: undefined,
    modalities: [],
    audioOutput: undefined,
  }
}

const readTurn = (turn: JsonObject, path: string): ChatMessage => {
  const text = requiredText(turn, 'says', path)
  switch (turn.who) {
    case 'guest':
      return { role: 'user', parts: [{ type: 'text', text }] }
    case 'host':
      return { role: 'assistant', parts: [{ type: 'text', text }] }
    default:
      throw new ProtocolError(pathOf(path, 'who'), 'must be guest or host')
  }
}
