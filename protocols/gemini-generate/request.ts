import { estimateTokens, messageOverhead, pictureEstimate, soundEstimate } from '../counting/estimate.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { setMembers } from '../json/json-edit.ts'
import { offeredTools } from '../offered-tools.ts'
import type { RequestOutline } from '../protocol.ts'
import { countMember, member, objectIn, objectMember, objectsMember, textIn, textMember } from './fields.ts'
import { standInSignature, withoutPrefix } from './models.ts'
import { mayHoldForeignSeals, withoutForeignSeals } from './seal.ts'

const limitOfOutput = 2 ** 30
const limitOfChoices = 128 + 1

/**
 * The model and whether a stream is wanted stand in the path, so a body without them is whole: the caller fills them
 * in. A token count may hold its request one level deeper.
 */
export const outlineRequest = (body: JsonObject): RequestOutline => {
  const request = wholeRequest(body)
  const contents = objectsMember(request, 'contents')
  if (contents.length === 0) throw new ProtocolError('contents', 'must be a non-empty array')
  const config = objectMember(request, 'generationConfig') ?? {}
  return {
    model: modelOf(body, request),
    stream: false,
    maximumOutput: countMember(config, 'maxOutputTokens', 1, limitOfOutput, 'generationConfig'),
    choices: countMember(config, 'candidateCount', 1, limitOfChoices, 'generationConfig') ?? 1,
    promptEstimate: estimatePrompt(contents, request),
    wantsUsage: true,
    offeredTools: offeredTools(request.tools),
  }
}

/** Under the names that the client uses. */
export const limitOutput = (body: JsonObject, tokens: number): JsonObject => {
  const name = isObject(body.generation_config) ? 'generation_config' : 'generationConfig'
  const config = objectMember(body, 'generationConfig') ?? {}
  const limit = config.max_output_tokens === undefined ? 'maxOutputTokens' : 'max_output_tokens'
  return { [name]: { ...config, [limit]: tokens } }
}

const wholeRequest = (body: JsonObject): JsonObject => {
  const inner = objectMember(body, 'generateContentRequest')
  if (inner !== undefined && member(body, 'contents') !== undefined) {
    throw new ProtocolError('contents', 'must not stand beside generateContentRequest')
  }
  return inner ?? body
}

const modelOf = (body: JsonObject, request: JsonObject): string => {
  const model = withoutPrefix(textMember(body, 'model') ?? '')
  const inner = withoutPrefix(textMember(request, 'model') ?? '')
  if (model !== '' && inner !== '' && inner !== model) {
    throw new ProtocolError('generateContentRequest.model', 'must be the same as model')
  }
  return model === '' ? inner : model
}

/**
 * The model's name stands in the path; it changes in a body only where it is said there again. What another vendor
 * sealed in an earlier turn stays behind.
 */
export const amendRequest = (
  bytes: Buffer,
  body: JsonObject,
  _outline: RequestOutline,
  upstreamModel: string,
): Buffer => {
  const changes: Record<string, unknown> = {}
  const model = `models/${upstreamModel}`
  const isSaid = (named: unknown) =>
    named === undefined || (typeof named === 'string' && withoutPrefix(named) === upstreamModel)
  const hasSeals = mayHoldForeignSeals(bytes)
  // What stands in the path counts, whatever is said here.
  if (!isSaid(body.model)) changes.model = model
  if (hasSeals && body.contents !== undefined) changes.contents = cleaned(body.contents, upstreamModel)
  for (const name of ['generateContentRequest', 'generate_content_request']) {
    const request = body[name]
    if (!isObject(request) || (isSaid(request.model) && !hasSeals)) continue
    changes[name] = {
      ...request,
      ...(isSaid(request.model) ? {} : { model }),
      ...(hasSeals ? { contents: cleaned(request.contents, upstreamModel) } : {}),
    }
  }
  return Object.keys(changes).length === 0 ? bytes : setMembers(bytes, changes)
}

const cleaned = (contents: unknown, model: string): unknown => withoutForeignSeals(contents, standInSignature(model))

const estimatePrompt = (contents: readonly JsonObject[], request: JsonObject): number => {
  let tokens = messageOverhead
  for (const content of contents) tokens += messageOverhead + contentEstimate(content)
  const system = member(request, 'systemInstruction')
  if (typeof system === 'string') tokens += estimateTokens(system)
  if (isObject(system)) tokens += contentEstimate(system)
  if (request.tools !== undefined) tokens += estimateTokens(JSON.stringify(request.tools))
  return tokens
}

const contentEstimate = ({ parts }: JsonObject): number => {
  if (Array.isArray(parts)) return parts.reduce<number>((sum, part) => sum + partEstimate(part), 0)
  return partEstimate(parts)
}

const partEstimate = (part: unknown): number => {
  if (!isObject(part)) return 0
  if (typeof part.text === 'string') return estimateTokens(part.text)
  const blob = objectIn(part, 'inlineData')
  if (blob !== undefined) return blobEstimate(blob)
  if (member(part, 'fileData') !== undefined) return soundEstimate
  const rest = member(part, 'functionCall') ?? member(part, 'functionResponse')
  return rest === undefined ? 0 : estimateTokens(JSON.stringify(rest))
}

/** Sound, film and documents grow with their bytes: about a token for every 200 bytes at the most. */
const blobEstimate = (blob: JsonObject): number => {
  if (textIn(blob, 'mimeType')?.startsWith('image/') === true) return pictureEstimate
  return Math.max(soundEstimate, Math.ceil((textIn(blob, 'data') ?? '').length / 256))
}
