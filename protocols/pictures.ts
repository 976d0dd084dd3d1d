import type { Usage } from '#pricing/usage.ts'
import type { UpstreamProblem } from './failure.ts'
import type { JsonObject } from './json/json.ts'

/** The common form of asking for pictures out of words. */
export type PicturesRequest = {
  model: string
  prompt: string
  count: number
  /** In pixels; undefined where the upstream may choose. */
  size: PictureShape | undefined
  quality: string | undefined
  /** How the client wants to be told them; undefined: as the upstream does. */
  format: 'url' | 'b64_json' | undefined
  /** Members that one upstream understands and others ignore, as the client sent them. */
  extra: JsonObject
}

export type PictureShape = { width: number; height: number }

type PicturesReply = {
  pictures: readonly ({ url: string } | { base64: string })[]
  usage: Usage | undefined
}

export type PicturesUpstream = {
  writeRequest: (request: PicturesRequest, target: { model: string }) => JsonObject
  readReply: (bytes: Buffer) => PicturesReply
  readError: (status: number, bytes: Buffer) => UpstreamProblem
}

export type PicturesClient = {
  readRequest: (body: JsonObject) => PicturesRequest
  writeReply: (reply: PicturesReply, created: number) => JsonObject
}

/** The one of these shapes, each told as `16:9`, that is most like what was asked for. */
export const nearestShape = (asked: PictureShape, shapes: readonly string[]): string | undefined => {
  const distance = (shape: string): number => {
    const [width = 1, height = 1] = shape.split(':').map(Number)
    return Math.abs(Math.log(asked.width / asked.height) - Math.log(width / height))
  }
  return shapes.toSorted((one, other) => distance(one) - distance(other))[0]
}
