import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, textAt } from '#protocols/json/json.ts'
import type { TaskNews } from '#protocols/task-platform.ts'
import {
  chosen,
  inlinePicture,
  present,
  reasonIn,
  resolutionOf,
  shapeOf,
  type VideoPlatform,
  type VideoWish,
  videoBasics,
  videoNews,
} from '#protocols/video-platform.ts'

/** Films as long-running operations below a model. */
export const veo: VideoPlatform = {
  ...videoBasics,
  name: 'veo',
  vendors: ['gemini'],
  usualSeconds: () => 8,
  write: (wish) => ({
    method: 'POST',
    path: `/v1beta/models/${encodeURIComponent(wish.model)}:predictLongRunning`,
    body: { instances: [instanceOf(wish)], parameters: parametersOf(wish) },
  }),
  begun: (answer) => ({ ...newsOf(answer), taskId: idOf(answer) }),
  poll: {
    mostAtOnce: 1,
    ask: ([id = '']) => ({ method: 'GET', path: `/v1beta/${nameOf(id)}` }),
    read: (answer) => [{ ...newsOf(answer), taskId: idOf(answer) }],
  },
  place: ({ data }, variant) => {
    const uri = variant === 'video' ? filmIn(data) : undefined
    const path = uri === undefined ? undefined : URL.parse(uri)?.pathname
    // Whoever fetches it shows the channel's key, which goes nowhere but to the channel.
    if (path === undefined || !/^\/v\d\w*\/files\/[\w-]+:download$/.test(path)) return undefined
    return { kind: 'kept', path: `${path}?alt=media` }
  },
}

const instanceOf = ({ prompt, picture }: VideoWish): JsonObject => {
  if (picture === undefined) return { prompt }
  const inline = inlinePicture(picture)
  if (inline === undefined) throw new ProtocolError('input_reference', 'must hold the image itself')
  return { prompt, image: { bytesBase64Encoded: inline.base64, mimeType: inline.mediaType } }
}

const parametersOf = ({ seconds, size, rest }: VideoWish): JsonObject => ({
  ...chosen(rest, ['negativePrompt', 'personGeneration', 'seed']),
  ...present({
    durationSeconds: seconds,
    aspectRatio: size && shapeOf(size),
    resolution: size && resolutionOf(size),
  }),
  sampleCount: 1,
})

const namePattern = /^models\/([\w.-]+)\/operations\/([\w.-]+)$/

/** The name of an operation has slashes, which no id may have that stands in a path. */
const idOf = (answer: unknown): string => {
  const [, model, operation] = namePattern.exec(textAt(answer, 'name') ?? '') ?? []
  if (model === undefined || operation === undefined) throw new ProtocolError('answer', 'names no operation')
  return `${model}~${operation}`
}

const nameOf = (id: string): string => {
  const [model = '', operation = ''] = id.split('~')
  return `models/${encodeURIComponent(model)}/operations/${encodeURIComponent(operation)}`
}

const newsOf = (answer: unknown): TaskNews => {
  const operation: JsonObject = isObject(answer) ? answer : {}
  if (operation.done !== true) return videoNews('IN_PROGRESS', operation)
  const failure = objectAt(operation, 'error')
  if (failure !== undefined) return videoNews('FAILURE', operation, { failReason: reasonIn(failure) })
  if (filmIn(operation) !== undefined) return videoNews('SUCCESS', operation)
  const reasons: unknown = responseOf(operation)?.raiMediaFilteredReasons
  const failReason = Array.isArray(reasons) && typeof reasons[0] === 'string' ? reasons[0] : 'no video was made'
  return videoNews('FAILURE', operation, { failReason })
}

const responseOf = (operation: JsonObject): JsonObject | undefined =>
  objectAt(objectAt(operation, 'response'), 'generateVideoResponse')

const filmIn = (operation: JsonObject): string | undefined => {
  const samples: unknown = responseOf(operation)?.generatedSamples
  const [first] = Array.isArray(samples) ? samples : []
  return textAt(objectAt(first, 'video'), 'uri')
}
