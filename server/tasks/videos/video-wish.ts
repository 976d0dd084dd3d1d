import { type Form, isForm, readForm, setFormField } from '#protocols/form.ts'
import { protocolOf } from '#protocols/index.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { memberNamesOf } from '#protocols/known-names.ts'
import { searchedTexts } from '#protocols/searched-texts.ts'
import type { UpstreamAsk } from '#protocols/task-platform.ts'
import { readVideoOperation } from '#protocols/video-operations.ts'
import type { VideoPlatform } from '#protocols/video-platform.ts'
import { type AskedVideo, readVideoWish } from '#protocols/videos.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import type { ClientRequest } from '../../lib/inbound/plain-request.ts'
import { readObject, readPassedBody } from '../../relay/call.ts'
import type { VideoEndpoint } from '../../relay/endpoints.ts'

/** A film to be made: what is told of it again, what is searched for words, and how a platform is asked for it. */
export type VideoOrder = {
  action: 'VIDEO' | 'REMIX' | 'EDIT' | 'EXTENSION'
  asked: AskedVideo
  prompt: string
  texts: readonly string[]
  /** What the client said; platforms that write nothing themselves get it as it is. */
  body: JsonObject
  /** By the model's name upstream. Throws a `ProtocolError` where this platform cannot do it. */
  askOf: (platform: VideoPlatform, model: string) => UpstreamAsk & { passed?: { bytes: Buffer; contentType: string } }
}

/** Reads what a client wishes, in JSON or in a form. */
export const readVideoOrder = async (
  endpoint: VideoEndpoint,
  request: ClientRequest,
  room: BodyRoom,
): Promise<VideoOrder> => {
  if (endpoint.words === 'operation') {
    const operation = readVideoOperation(await readObject(request, room), endpoint.parameter)
    return orderOf(endpoint, operation.body, undefined, operation.rest)
  }
  const { bytes, body, contentType } = await readPassedBody(endpoint, request, room)
  const form = isForm(contentType) ? { bytes, contentType, files: readForm(bytes, contentType).files } : undefined
  return orderOf(endpoint, body, form)
}

type SentForm = { bytes: Buffer; contentType: string; files: Form['files'] }

/** With what else was said that only some upstreams know. */
const orderOf = (
  { protocol, path }: VideoEndpoint,
  body: JsonObject,
  form: SentForm | undefined,
  more: JsonObject = {},
): VideoOrder => {
  const read = readVideoWish(body, form)
  const wish = { ...read, rest: { ...read.rest, ...more } }
  const size = wish.size && `${wish.size.width}x${wish.size.height}`
  return {
    action: 'VIDEO',
    asked: { model: wish.model, seconds: wish.seconds, size, remixedFrom: undefined },
    prompt: wish.prompt,
    texts: searchedTexts(body, memberNamesOf(protocolOf(protocol))),
    body,
    askOf: ({ write, usualSeconds }, model) => {
      if (write !== undefined) return write({ ...wish, model, seconds: wish.seconds ?? usualSeconds(model) })
      if (form === undefined) return { method: 'POST', path, body: { ...body, model } }
      const { bytes, contentType } = form
      const passed = { bytes: model === wish.model ? bytes : setFormField(bytes, 'model', model), contentType }
      return { method: 'POST', path, passed }
    },
  }
}

/** What an operator wants said besides stands above what the client said, where that is JSON. */
export const bytesOfAsk = ({ body, passed }: ReturnType<VideoOrder['askOf']>, override: JsonObject | undefined) =>
  passed ?? { bytes: Buffer.from(JSON.stringify({ ...body, ...override })), contentType: 'application/json' }
