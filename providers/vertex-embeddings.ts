import { tokenCount, usageOf } from '#pricing/usage.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { readError } from '#protocols/gemini-generate/error.ts'
import { isObject, type JsonObject, objectAt, parseLenient } from '#protocols/json/json.ts'
import type { Dialect } from './dialect.ts'

/** Embeddings as predictions: one instance for each text. */
export const vertexEmbeddings: Dialect = {
  kind: 'embeddings',
  name: 'vertex-predict',
  upstream: {
    writeRequest: ({ inputs, dimensions, task, title }, { model }) => {
      if (inputs.length > 1 && takesOne.test(model)) throw new ProtocolError('input', 'must be one text for this model')
      return {
        instances: inputs.map((input) => {
          if (typeof input !== 'string') throw new ProtocolError('input', 'must be text for this model')
          return {
            content: input,
            ...(task === undefined ? {} : { task_type: task }),
            ...(title === undefined ? {} : { title }),
          }
        }),
        ...(dimensions === undefined ? {} : { parameters: { outputDimensionality: dimensions } }),
      }
    },
    readReply: (bytes) => {
      const answer = parseLenient(bytes.toString('utf8'))
      const predictions = isObject(answer) && Array.isArray(answer.predictions) ? answer.predictions : undefined
      if (predictions === undefined) throw new ProtocolError('answer', 'holds no predictions')
      const embeddings = predictions.map((prediction: unknown) => objectAt(prediction, 'embeddings') ?? {})
      const input = embeddings.reduce((sum, each) => sum + tokenCount(objectAt(each, 'statistics')?.token_count), 0)
      return { model: '', vectors: embeddings.map(readVector), usage: input === 0 ? undefined : usageOf({ input }) }
    },
    readError,
  },
}

const takesOne = /^gemini-embedding/

const readVector = ({ values }: JsonObject): number[] => {
  if (!Array.isArray(values)) throw new ProtocolError('answer', 'holds a prediction without values')
  return values.map(Number)
}
