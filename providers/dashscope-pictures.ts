import { AnswerFailed, ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { readError } from '#protocols/openai-chat/error.ts'
import type { Dialect } from './dialect.ts'

/** Older ones only hand pictures in and are asked about them later. */
const answersAtOnce = /^(?:qwen-image|z-image|wan(?:2\.[6-9]|[3-9]))/

const own = ['negative_prompt', 'prompt_extend', 'watermark', 'seed'] as const

export const picturesPath = '/api/v1/services/aigc/multimodal-generation/generation'

export const dashscopePictures: Dialect = {
  kind: 'pictures',
  name: 'dashscope-pictures',
  upstream: {
    writeRequest: ({ prompt, count, size, format, extra }, { model }) => {
      if (!answersAtOnce.test(model)) throw new ProtocolError('model', 'is not served in this way by its channel')
      if (format === 'b64_json') throw new ProtocolError('response_format', 'must be url for this model')
      return {
        model,
        input: { messages: [{ role: 'user', content: [{ text: prompt }] }] },
        parameters: {
          n: count,
          ...(size === undefined ? {} : { size: `${size.width}*${size.height}` }),
          ...Object.fromEntries(own.flatMap((name) => (extra[name] === undefined ? [] : [[name, extra[name]]]))),
        },
      }
    },
    readReply: (bytes) => {
      const answer = parseLenient(bytes.toString('utf8'))
      const code = textAt(answer, 'code')
      if (code !== undefined && code !== '') {
        throw new AnswerFailed({
          ...{ message: textAt(answer, 'message') ?? code, type: 'dashscope_error', code, parameter: undefined },
        })
      }
      const choices = objectsAt(objectAt(answer, 'output'), 'choices')
      const parts = choices.flatMap((choice) => objectsAt(objectAt(choice, 'message'), 'content'))
      const pictures = parts.flatMap((part) => {
        const url = textAt(part, 'image')
        return url === undefined ? [] : [{ url }]
      })
      if (pictures.length === 0) throw new ProtocolError('answer', 'holds no pictures')
      return { pictures, usage: undefined }
    },
    readError,
  },
}

const objectsAt = (value: unknown, name: string): JsonObject[] => {
  const listed = isObject(value) ? value[name] : undefined
  return Array.isArray(listed) ? listed.filter(isObject) : []
}
