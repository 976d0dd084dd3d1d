import type { Usage } from '#pricing/usage.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import type { PictureShape, PicturesClient } from '../pictures.ts'
import { outlineRequest } from './request.ts'

/** For upstreams that make pictures in another dialect. */
export const picturesClient: PicturesClient = {
  readRequest: (body) => {
    const { model, stream, pictures } = outlineRequest(body)
    const { prompt, size, quality, response_format: format, n: _count, model: _model, stream: _stream, ...extra } = body
    if (stream) throw new ProtocolError('stream', 'must be left away for this model')
    if (typeof prompt !== 'string' || prompt === '') throw new ProtocolError('prompt', 'must be a non-empty text')
    return {
      ...{ model, prompt, extra, size: shapeOf(size) },
      count: pictures?.count ?? 1,
      quality: typeof quality === 'string' ? quality : undefined,
      format: format === 'url' || format === 'b64_json' ? format : undefined,
    }
  },
  writeReply: ({ pictures, usage }, created) => ({
    created,
    data: pictures.map((picture) => ('url' in picture ? picture : { b64_json: picture.base64 })),
    ...(usage === undefined ? {} : { usage: usageIn(usage) }),
  }),
}

const shapeOf = (size: unknown): PictureShape | undefined => {
  const [, width, height] = /^(\d{1,5})[x*](\d{1,5})$/.exec(typeof size === 'string' ? size : '') ?? []
  return Number(width) > 0 && Number(height) > 0 ? { width: Number(width), height: Number(height) } : undefined
}

const usageIn = (usage: Usage): JsonObject => {
  const input = usage.input + usage.cacheRead + usage.imageInput
  const output = usage.output + usage.reasoning + usage.imageOutput
  return {
    input_tokens: input,
    input_tokens_details: { text_tokens: input - usage.imageInput, image_tokens: usage.imageInput },
    output_tokens: output,
    total_tokens: input + output,
  }
}
