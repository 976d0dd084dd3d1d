import { AnswerFailed, ProtocolError } from '#protocols/failure.ts'
import { readError } from '#protocols/gemini-generate/error.ts'
import { readUsage } from '#protocols/gemini-generate/usage.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { nearestShape, type PicturesRequest } from '#protocols/pictures.ts'
import type { Dialect } from './dialect.ts'

const shapesOfImagen = ['1:1', '3:4', '4:3', '9:16', '16:9']
const shapesOfGemini = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']
const pixelsOfTwo = 1536

/** Models that do nothing but paint are asked for predictions. */
const isImagen = (model: string): boolean => model.startsWith('imagen')

export const actionOfPictures = (model: string): string => (isImagen(model) ? 'predict' : 'generateContent')

export const googlePictures = (model: string): Dialect => (isImagen(model) ? imagenPictures : geminiPictures)

const refuseAddress = ({ format }: PicturesRequest): void => {
  if (format === 'url') throw new ProtocolError('response_format', 'must be b64_json for this model')
}

const objectsAt = (value: unknown, name: string): JsonObject[] => {
  const listed = isObject(value) ? value[name] : undefined
  return Array.isArray(listed) ? listed.filter(isObject) : []
}

/** What is kept back is left out without a word; where nothing is left, that is why. */
const withheld = (reason: string | undefined): AnswerFailed =>
  new AnswerFailed({
    message: reason ?? 'The images were withheld by the upstream’s filters',
    type: 'invalid_request_error',
    code: 'content_policy_violation',
    parameter: undefined,
  })

const imagenPictures: Dialect = {
  kind: 'pictures',
  name: 'imagen-predict',
  upstream: {
    writeRequest: (request) => {
      refuseAddress(request)
      const { prompt, count, size } = request
      return {
        instances: [{ prompt }],
        parameters: {
          sampleCount: count,
          personGeneration: 'allow_adult',
          ...(size === undefined ? {} : { aspectRatio: nearestShape(size, shapesOfImagen) }),
          ...(isLarge(request) ? { sampleImageSize: '2K' } : {}),
        },
      }
    },
    readReply: (bytes) => {
      const predictions = objectsAt(parseLenient(bytes.toString('utf8')), 'predictions')
      const pictures = predictions.flatMap((each) => {
        const base64 = textAt(each, 'bytesBase64Encoded')
        return base64 === undefined ? [] : [{ base64 }]
      })
      if (pictures.length === 0)
        throw withheld(predictions.map((each) => textAt(each, 'raiFilteredReason')).find(Boolean))
      return { pictures, usage: undefined }
    },
    readError,
  },
}

const isLarge = ({ size }: PicturesRequest): boolean =>
  size !== undefined && Math.max(size.width, size.height) > pixelsOfTwo

const geminiPictures: Dialect = {
  kind: 'pictures',
  name: 'gemini-pictures',
  upstream: {
    writeRequest: (request) => {
      refuseAddress(request)
      const { prompt, count, size } = request
      if (count > 1) throw new ProtocolError('n', 'must be 1 for this model')
      return {
        contents: [{ role: 'user', parts: [{ text: prompt }] }],
        generationConfig: {
          responseModalities: ['IMAGE'],
          ...(size === undefined ? {} : { imageConfig: { aspectRatio: nearestShape(size, shapesOfGemini) } }),
        },
      }
    },
    readReply: (bytes) => {
      const parsed = parseLenient(bytes.toString('utf8'))
      const answer = isObject(parsed) ? parsed : {}
      const parts = objectsAt(answer, 'candidates').flatMap((each) => objectsAt(objectAt(each, 'content'), 'parts'))
      const pictures = parts.flatMap((part) => {
        const base64 = textAt(objectAt(part, 'inlineData') ?? objectAt(part, 'inline_data'), 'data')
        return base64 === undefined || part.thought === true ? [] : [{ base64 }]
      })
      if (pictures.length === 0) throw withheld(textAt(objectsAt(answer, 'candidates')[0], 'finishMessage'))
      return { pictures, usage: readUsage(answer) }
    },
    readError,
  },
}
