import { AnswerFailed, ProtocolError } from '#protocols/failure.ts'
import { isObject, objectAt, parseLenient } from '#protocols/json/json.ts'
import { readError } from '#protocols/openai-chat/error.ts'
import { nearestShape } from '#protocols/pictures.ts'
import type { Dialect } from './dialect.ts'
import { problemInAnswer } from './minimax-problems.ts'

const shapes = ['1:1', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '21:9']

/** What only this vendor knows, passed on as it is asked for. */
const own = ['prompt_optimizer', 'seed', 'subject_reference', 'style', 'aigc_watermark'] as const

const textsAt = (value: unknown, name: string): string[] => {
  const listed = isObject(value) ? value[name] : undefined
  return Array.isArray(listed) ? listed.filter((each) => typeof each === 'string') : []
}

export const minimaxPictures: Dialect = {
  kind: 'pictures',
  name: 'minimax-pictures',
  upstream: {
    writeRequest: ({ prompt, count, size, format, extra }, { model }) => ({
      ...{ model, prompt, n: count },
      response_format: format === 'b64_json' ? 'base64' : 'url',
      ...(size === undefined ? {} : { aspect_ratio: nearestShape(size, shapes) }),
      ...Object.fromEntries(own.flatMap((name) => (extra[name] === undefined ? [] : [[name, extra[name]]]))),
    }),
    readReply: (bytes) => {
      const answer = parseLenient(bytes.toString('utf8'))
      const problem = problemInAnswer(answer)
      if (problem !== undefined) throw new AnswerFailed(problem)
      const data = objectAt(answer, 'data')
      const pictures = [
        ...textsAt(data, 'image_urls').map((url) => ({ url })),
        ...textsAt(data, 'image_base64').map((base64) => ({ base64 })),
      ]
      if (pictures.length === 0) throw new ProtocolError('answer', 'holds no images')
      return { pictures, usage: undefined }
    },
    readError: (status, bytes) => problemInAnswer(parseLenient(bytes.toString('utf8'))) ?? readError(status, bytes),
  },
}
