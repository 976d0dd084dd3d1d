import { estimateTokens, messageOverhead, pictureEstimate, soundEstimate } from '../counting/estimate.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, textAt } from '../json/json.ts'
import { setMembers } from '../json/json-edit.ts'
import { offeredTools } from '../offered-tools.ts'
import type { RequestOutline, ResponseStorage } from '../protocol.ts'
import { flagField, limitField, requiredText, textField } from './fields.ts'
import { mayHoldForeignSeals, withoutForeignSeals } from './seal.ts'
import { previousResponseIdOf } from './stored.ts'

export const outlineRequest = (body: JsonObject): RequestOutline => {
  const model = requiredText(body, 'model')
  const storage = outlineStorage(body)
  const goesOn = storage.previousResponseId !== undefined || storage.conversation !== undefined
  checkInput(body.input, goesOn || isObject(body.prompt))
  return {
    model,
    stream: flagField(body, 'stream') ?? false,
    maximumOutput: limitField(body),
    choices: 1,
    promptEstimate: estimatePrompt(body),
    wantsUsage: true,
    offeredTools: offeredTools(body.tools),
    storage,
    // A container is kept whether the answer is or not.
    makes: storage.kept || usesContainer(body.tools),
  }
}

const usesContainer = (tools: unknown): boolean =>
  Array.isArray(tools) && tools.some((tool) => ['code_interpreter', 'shell'].includes(textAt(tool, 'type') ?? ''))

/**
 * Usage always comes with the last event, so only the name changes; a limit of nothing, which no upstream knows, and what
 * another vendor sealed in an earlier turn stay behind.
 */
export const amendRequest = (
  bytes: Buffer,
  body: JsonObject,
  outline: RequestOutline,
  upstreamModel: string,
): Buffer => {
  const changes: Record<string, unknown> = {}
  if (upstreamModel !== outline.model) changes.model = upstreamModel
  if (body.max_output_tokens === 0) changes.max_output_tokens = undefined
  if (mayHoldForeignSeals(bytes)) {
    const input = withoutForeignSeals(body.input)
    if (input !== undefined) changes.input = input
  }
  return Object.keys(changes).length === 0 ? bytes : setMembers(bytes, changes)
}

const outlineStorage = (body: JsonObject): ResponseStorage => {
  textField(body, 'previous_response_id')
  const { conversation } = body
  const named = isObject(conversation) ? conversation.id : conversation
  return {
    previousResponseId: previousResponseIdOf(body),
    conversation: typeof named === 'string' && named !== '' ? named : undefined,
    kept: flagField(body, 'store') ?? true,
    background: flagField(body, 'background') ?? false,
  }
}

const checkInput = (input: unknown, mayBeMissing: boolean): void => {
  if (mayBeMissing && (input === undefined || input === null)) return
  const isEmpty = Array.isArray(input) && input.length === 0 && !mayBeMissing
  if (isEmpty || (typeof input !== 'string' && !Array.isArray(input))) {
    throw new ProtocolError('input', 'must be a string or a non-empty array')
  }
}

const estimatePrompt = ({ input, instructions, tools }: JsonObject): number => {
  let tokens = messageOverhead
  if (typeof instructions === 'string') tokens += estimateTokens(instructions)
  if (tools !== undefined) tokens += estimateTokens(JSON.stringify(tools))
  if (!Array.isArray(input)) return tokens + messageOverhead + estimateValue(input)
  for (const item of input) tokens += messageOverhead + estimateValue(item)
  return tokens
}

const estimateValue = (value: unknown): number => {
  if (typeof value === 'string') return estimateTokens(value)
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + estimateValue(each), 0)
  if (!isObject(value)) return 0
  switch (value.type) {
    case 'input_image':
    case 'computer_screenshot':
    case 'image_generation_call':
      return pictureEstimate
    case 'input_file':
    case 'input_audio':
      return soundEstimate
    default:
      return Object.values(value).reduce<number>((sum, each) => sum + estimateValue(each), 0)
  }
}
