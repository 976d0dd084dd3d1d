import { AnswerFailed, ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { readError } from '#protocols/openai-chat/error.ts'
import type { PicturesRequest } from '#protocols/pictures.ts'
import type { Dialect } from './dialect.ts'
import { type LaterAnswer, splitAddress } from './provider.ts'

/** Older ones only take a task, and are asked about it later. */
export const answersAtOnce = /^(?:qwen-image|z-image|wan(?:2\.[6-9]|[3-9]))/

const own = ['negative_prompt', 'prompt_extend', 'watermark', 'seed'] as const
/** What a task says of the picture with the prompt, and not among its parameters. */
const besidePrompt = ['negative_prompt', 'ref_img'] as const
const ofTask = ['prompt_extend', 'watermark', 'seed', 'style', 'ref_mode', 'ref_strength'] as const

export const picturesPath = '/api/v1/services/aigc/multimodal-generation/generation'
export const handInPath = '/api/v1/services/aigc/text2image/image-synthesis'
const tasksPath = '/api/v1/tasks'

const membersOf = (extra: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (extra[name] === undefined ? [] : [[name, extra[name]]])))

const shapeOf = ({ size }: PicturesRequest): JsonObject =>
  size === undefined ? {} : { size: `${size.width}*${size.height}` }

const refuseLetters = ({ format }: PicturesRequest): void => {
  if (format === 'b64_json') throw new ProtocolError('response_format', 'must be url for this model')
}

export const dashscopePictures: Dialect = {
  kind: 'pictures',
  name: 'dashscope-pictures',
  upstream: {
    writeRequest: (request, { model }) => {
      refuseLetters(request)
      const { prompt, count, extra } = request
      return {
        model,
        input: { messages: [{ role: 'user', content: [{ text: prompt }] }] },
        parameters: { n: count, ...shapeOf(request), ...membersOf(extra, own) },
      }
    },
    readReply: (bytes) => {
      const answer = answerIn(bytes)
      const choices = objectsAt(objectAt(answer, 'output'), 'choices')
      const parts = choices.flatMap((choice) => objectsAt(objectAt(choice, 'message'), 'content'))
      return picturesOf(parts.map((part) => textAt(part, 'image')))
    },
    readError,
  },
}

export const dashscopeTasks: Dialect = {
  kind: 'pictures',
  name: 'dashscope-tasks',
  upstream: {
    writeRequest: (request, { model }) => {
      refuseLetters(request)
      const { prompt, count, extra } = request
      return {
        model,
        input: { prompt, ...membersOf(extra, besidePrompt) },
        parameters: { n: count, ...shapeOf(request), ...membersOf(extra, ofTask) },
      }
    },
    readReply: (bytes) => {
      const output = objectAt(answerIn(bytes), 'output')
      const results = objectsAt(output, 'results')
      // A task has succeeded where one of its pictures has; what became of the others stands in their places.
      const made = results.map((result) => textAt(result, 'url'))
      if (!made.some((url) => url !== undefined)) {
        throw failureIn(output) ?? failureIn(results[0]) ?? new ProtocolError('answer', 'holds no images')
      }
      return picturesOf(made)
    },
    readError,
  },
}

/** A task is asked about by its id for as long as nobody says that it is over. */
export const laterPictures = (place: string): LaterAnswer => ({
  headers: ['x-dashscope-async', 'enable'],
  next: (told) => {
    const output = objectAt(parseLenient(told.toString('utf8')), 'output')
    const id = textAt(output, 'task_id')
    const status = textAt(output, 'task_status')
    if (id === undefined || (status !== 'PENDING' && status !== 'RUNNING')) return undefined
    const { path } = splitAddress(`${place}${tasksPath}/${encodeURIComponent(id)}`)
    return status === 'PENDING' ? { path, takeBack: `${path}/cancel` } : { path }
  },
})

const answerIn = (bytes: Buffer): unknown => {
  const answer = parseLenient(bytes.toString('utf8'))
  const failure = failureIn(answer)
  if (failure !== undefined) throw failure
  return answer
}

/** A code and what it means, wherever they stand. */
const failureIn = (told: unknown): AnswerFailed | undefined => {
  const code = textAt(told, 'code')
  if (code === undefined || code === '') return undefined
  return new AnswerFailed({
    ...{ message: textAt(told, 'message') ?? code, type: 'dashscope_error', code, parameter: undefined },
  })
}

const picturesOf = (urls: readonly (string | undefined)[]) => {
  const pictures = urls.flatMap((url) => (url === undefined ? [] : [{ url }]))
  if (pictures.length === 0) throw new ProtocolError('answer', 'holds no images')
  return { pictures, usage: undefined }
}

const objectsAt = (value: unknown, name: string): JsonObject[] => {
  const listed = isObject(value) ? value[name] : undefined
  return Array.isArray(listed) ? listed.filter(isObject) : []
}
