import { estimateTokens, pictureEstimate, soundEstimate } from '../counting/estimate.ts'
import type { EmbeddingsRequest } from '../embeddings.ts'
import { ProtocolError } from '../failure.ts'
import { countMember, member, objectMember, objectsMember, textMember } from '../gemini-generate/fields.ts'
import { withoutPrefix } from '../gemini-generate/models.ts'
import type { JsonObject } from '../json/json.ts'
import { setMembers } from '../json/json-edit.ts'
import { plainOutline } from '../passed-request.ts'
import type { RequestOutline } from '../protocol.ts'

/** The model stands in the path, so a body without it is whole: the caller fills it in. */
export const outlineRequest = (body: JsonObject): RequestOutline => {
  const asks = asksOf(body)
  const promptEstimate = partsOf(asks).reduce((sum, part) => sum + estimatePart(part), 0)
  return plainOutline(modelOf(body, asks), { promptEstimate })
}

/** One model is asked, however often it is named. */
const modelOf = (body: JsonObject, asks: readonly Ask[]): string => {
  let model = withoutPrefix(textMember(body, 'model') ?? '')
  for (const { ask, place } of asks) {
    const named = withoutPrefix(textMember(ask, 'model', place) ?? '')
    if (model !== '' && named !== '' && named !== model) {
      throw new ProtocolError(`${place}.model`, 'must be the same for all')
    }
    if (named !== '') model = named
  }
  return model
}

type Ask = { ask: JsonObject; place: string }

/** What is made into vectors; the names and marks around it are no words. */
export const textsToEmbed = (body: JsonObject): string[] =>
  partsOf(asksOf(body)).flatMap(({ text }) => (typeof text === 'string' ? [text] : []))

const partsOf = (asks: readonly Ask[]): JsonObject[] =>
  asks.flatMap(({ ask }) => objectsMember(objectMember(ask, 'content') ?? {}, 'parts'))

const estimatePart = (part: JsonObject): number => {
  const { text } = part
  if (typeof text === 'string') return estimateTokens(text, 'gemini')
  const file = objectMember(part, 'inlineData') ?? objectMember(part, 'fileData')
  return file === undefined ? 0 : textMember(file, 'mimeType')?.startsWith('image/') ? pictureEstimate : soundEstimate
}

/** Each ask of a list names the model again. */
export const amendRequest = (
  bytes: Buffer,
  body: JsonObject,
  _outline: RequestOutline,
  upstreamModel: string,
): Buffer => {
  const changes: Record<string, unknown> = {}
  const model = `models/${upstreamModel}`
  const isSaid = (named: unknown) => typeof named === 'string' && withoutPrefix(named) === upstreamModel
  if (body.model !== undefined && !isSaid(body.model)) changes.model = model
  const asks = body.requests === undefined ? [] : objectsMember(body, 'requests')
  // What stands in the path counts, whatever is said here.
  if (!asks.every((ask) => isSaid(ask.model))) changes.requests = asks.map((ask) => ({ ...ask, model }))
  return Object.keys(changes).length === 0 ? bytes : setMembers(bytes, changes)
}

/** Asks that differ in more than their words cannot be told as one to other vendors. */
export const readRequest = (body: JsonObject): EmbeddingsRequest => {
  const asks = asksOf(body).map(({ ask, place }) => readAsk(ask, place))
  const [first] = asks
  const agree = asks.every(
    (ask) => ask.task === first?.task && ask.title === first?.title && ask.dimensions === first?.dimensions,
  )
  if (!agree) throw new ProtocolError('requests', 'must agree in task, title and dimensions')
  return {
    model: withoutPrefix(textMember(body, 'model') ?? ''),
    inputs: asks.map((ask) => ask.text),
    dimensions: first?.dimensions,
    encoding: 'float',
    user: undefined,
    task: first?.task,
    title: first?.title,
    ...(member(body, 'requests') === undefined ? { single: true } : {}),
  }
}

export const writeRequest = (request: EmbeddingsRequest, target: { model: string }): JsonObject => {
  const asks = request.inputs.map((input): JsonObject => {
    if (typeof input !== 'string') throw new ProtocolError('input', 'must be text: the model cannot read tokens')
    return {
      model: `models/${target.model}`,
      content: { parts: [{ text: input }] },
      ...(request.task === undefined ? {} : { taskType: request.task }),
      ...(request.title === undefined ? {} : { title: request.title }),
      ...(request.dimensions === undefined ? {} : { outputDimensionality: request.dimensions }),
    }
  })
  const [only] = asks
  return request.single === true && only !== undefined ? only : { requests: asks }
}

/** One ask, or a list of them. */
const asksOf = (body: JsonObject): readonly Ask[] => {
  if (member(body, 'requests') === undefined) {
    if (objectMember(body, 'content') === undefined) throw new ProtocolError('content', 'must be an object')
    return [{ ask: body, place: '' }]
  }
  // The path alone tells upstreams which of the two is meant.
  if (member(body, 'content') !== undefined) throw new ProtocolError('content', 'must not stand beside requests')
  const asks = objectsMember(body, 'requests')
  if (asks.length === 0) throw new ProtocolError('requests', 'must be a non-empty array')
  return asks.map((ask, index) => ({ ask, place: `requests[${index}]` }))
}

const readAsk = (ask: JsonObject, place: string) => {
  const config = { ...ask, ...objectMember(ask, 'embedContentConfig', place) }
  const task = textMember(config, 'taskType', place)?.toUpperCase()
  return {
    text: textOf(ask, place),
    task: task === 'TASK_TYPE_UNSPECIFIED' ? undefined : task,
    title: textMember(config, 'title', place),
    dimensions: countMember(config, 'outputDimensionality', 1, 65_537, place),
  }
}

const textOf = (ask: JsonObject, place: string): string => {
  const inner = place === '' ? 'content' : `${place}.content`
  const parts = objectsMember(objectMember(ask, 'content', place) ?? {}, 'parts', inner)
  const texts = parts.map((part, index) => {
    const text = textMember(part, 'text', `${inner}.parts[${index}]`)
    if (text === undefined) throw new ProtocolError(`${inner}.parts[${index}]`, 'must be text')
    return text
  })
  if (texts.length === 0) throw new ProtocolError(`${inner}.parts`, 'must be a non-empty array')
  return texts.join('\n')
}
