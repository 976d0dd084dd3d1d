import type { EmbeddingsRequest } from '../embeddings.ts'
import { estimateTokens } from '../estimate.ts'
import { countMember, member, objectMember, objectsMember, textMember } from '../gemini-generate/fields.ts'
import { withoutPrefix } from '../gemini-generate/models.ts'
import type { JsonObject } from '../json.ts'
import { setMembers } from '../json-edit.ts'
import { plainOutline } from '../passed-request.ts'
import { ProtocolError, type RequestOutline } from '../protocol.ts'

/** The model stands in the path, so a body without it is whole: the caller fills it in. */
export const outlineRequest = (body: JsonObject): RequestOutline => {
  const texts = asksOf(body).map(({ ask }) => JSON.stringify(member(ask, 'content')))
  const promptEstimate = texts.reduce((sum, text) => sum + estimateTokens(text), 0)
  return plainOutline(withoutPrefix(textMember(body, 'model') ?? ''), { promptEstimate })
}

/** Each ask of a list names the model again. */
export const amendRequest = (
  bytes: Buffer,
  body: JsonObject,
  outline: RequestOutline,
  upstreamModel: string,
): Buffer => {
  if (upstreamModel === outline.model) return bytes
  const changes: Record<string, unknown> = {}
  const model = `models/${upstreamModel}`
  if (body.model !== undefined) changes.model = model
  if (Array.isArray(body.requests)) changes.requests = objectsMember(body, 'requests').map((ask) => ({ ...ask, model }))
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
const asksOf = (body: JsonObject): readonly { ask: JsonObject; place: string }[] => {
  if (member(body, 'requests') === undefined) {
    if (objectMember(body, 'content') === undefined) throw new ProtocolError('content', 'must be an object')
    return [{ ask: body, place: '' }]
  }
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
