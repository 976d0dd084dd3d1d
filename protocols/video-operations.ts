import { ProtocolError } from './failure.ts'
import { isObject, type JsonObject, objectAt, textAt } from './json/json.ts'
import { chosen, present } from './video-platform.ts'

/** A film that is asked for as a long-running operation below a model, in the members of `/v1/videos`. */
export const readVideoOperation = (body: JsonObject, model: string): { body: JsonObject; rest: JsonObject } => {
  const instance = instanceOf(body)
  const parameters = objectAt(body, 'parameters') ?? {}
  const foreign = nobodys.find((name) => instance[name] !== undefined)
  if (foreign !== undefined)
    throw new ProtocolError(`instances.${foreign}`, 'is not taken: a video begins with an image')
  if (parameters.sampleCount !== undefined && parameters.sampleCount !== 1) {
    throw new ProtocolError('parameters.sampleCount', 'must be 1: a call makes one video')
  }
  const elsewhere = ['storageUri', 'pubsubTopic'].find((name) => parameters[name] !== undefined)
  if (elsewhere !== undefined)
    throw new ProtocolError(`parameters.${elsewhere}`, 'is not taken: a video is fetched here')
  const picture = pictureOf(instance.image)
  return {
    body: present({
      model,
      prompt: instance.prompt,
      seconds: parameters.durationSeconds ?? undefined,
      size: sizeOf(parameters),
      input_reference: picture === undefined ? undefined : { image_url: picture },
    }),
    rest: chosen(parameters, ['negativePrompt', 'personGeneration', 'seed']),
  }
}

const instanceOf = ({ instances }: JsonObject): JsonObject => {
  const [first, second] = Array.isArray(instances) ? instances : []
  if (!isObject(first) || second !== undefined) throw new ProtocolError('instances', 'must hold one video to be made')
  return first
}

/** Further pictures and films, for which no other upstream has a place. */
const nobodys = ['video', 'lastFrame', 'referenceImages', 'mask']

const pictureOf = (image: unknown): string | undefined => {
  if (image === undefined || image === null) return undefined
  const inline = objectAt(image, 'inlineData')
  const base64 = textAt(image, 'bytesBase64Encoded') ?? textAt(inline, 'data')
  if (base64 === undefined) throw new ProtocolError('instances.image', 'must hold the image itself')
  return `data:${textAt(image, 'mimeType') ?? textAt(inline, 'mimeType') ?? 'image/png'};base64,${base64}`
}

const sizeOf = ({ aspectRatio, resolution }: JsonObject): string | undefined => {
  if (aspectRatio === undefined && resolution === undefined) return undefined
  const [long, short] = resolutions[String(resolution ?? '720p')] ?? []
  if (long === undefined || short === undefined) {
    throw new ProtocolError('parameters.resolution', `must be one of ${Object.keys(resolutions).join(', ')}`)
  }
  if (aspectRatio === undefined || aspectRatio === '16:9') return `${long}x${short}`
  if (aspectRatio === '9:16') return `${short}x${long}`
  throw new ProtocolError('parameters.aspectRatio', 'must be 16:9 or 9:16')
}

const resolutions: Readonly<Record<string, readonly [long: number, short: number]>> = {
  '720p': [1280, 720],
  '1080p': [1920, 1080],
}

type Operation = {
  model: string
  taskId: string
  status: string
  failReason: string
  /** Where the film is for whoever shows a key, and where for whoever has the address; undefined until it is there. */
  addresses: { keyed: string; signed: string } | undefined
}

/** How far it has come, in the words of both services that have such operations. */
export const tellVideoOperation = ({ model, taskId, status, failReason, addresses }: Operation): JsonObject => {
  const name = `models/${model}/operations/${encodeURIComponent(taskId)}`
  if (status === 'FAILURE') return { name, done: true, error: { code: internal, message: failReason } }
  if (addresses === undefined) return { name }
  const mimeType = 'video/mp4'
  return {
    name,
    done: true,
    response: {
      generateVideoResponse: { generatedSamples: [{ video: { uri: addresses.keyed, mimeType } }] },
      videos: [{ gcsUri: addresses.signed, mimeType }],
    },
  }
}

/** As their services number what went wrong. */
const internal = 13

/** The id at the end of an operation's name. */
export const operationIn = (name: unknown): string => {
  const [, id] = /\/operations\/([^/]+)$/.exec(typeof name === 'string' ? name : '') ?? []
  if (id === undefined) throw new ProtocolError('operationName', 'must be the name of an operation')
  return decoded(id)
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A film's name as a file: clients read of such names only small letters and digits. */
export const filmFileOf = (taskId: string): string => `film${Buffer.from(taskId).toString('hex')}`

export const filmOfFile = (name: string): string => Buffer.from(name.slice('film'.length), 'hex').toString()
