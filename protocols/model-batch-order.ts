import { ProtocolError } from './failure.ts'
import { isObject, type JsonObject } from './json/json.ts'

/** What is handed in for one model: calls as they stand there, or a file of them by its name. */
type ModelBatchOrder = { kind: 'inline'; requests: readonly JsonObject[] } | { kind: 'file'; name: string }

/** Reads a batch that its path gives a model. Members go by either of their vendor's names. Throws a `ProtocolError`. */
export const readModelBatch = (body: JsonObject, model: string): ModelBatchOrder => {
  const { batch } = members(body, 'body', ['batch'])
  const read = members(batch, 'batch', ['displayName', 'inputConfig', 'model', 'priority'])
  checkModel(read.model, model)
  const { requests, fileName } = members(read.inputConfig, 'batch.inputConfig', ['requests', 'fileName'])
  if (fileName !== undefined && requests === undefined) {
    if (typeof fileName !== 'string') throw new ProtocolError('fileName', 'must be the name of a file')
    return { kind: 'file', name: fileName }
  }
  const { requests: listed } = members(requests, 'requests', ['requests'])
  if (!Array.isArray(listed) || fileName !== undefined) {
    throw new ProtocolError('inputConfig', 'must have either requests or a fileName')
  }
  const entries: readonly unknown[] = listed
  return { kind: 'inline', requests: entries.map((entry, place) => requestIn(entry, place, model)) }
}

const requestIn = (entry: unknown, place: number, model: string): JsonObject => {
  const { request } = members(entry, `requests[${place}]`, ['request', 'metadata'])
  if (!isObject(request)) throw new ProtocolError(`requests[${place}].request`, 'must be an object')
  const { model: named, ...rest } = request
  checkModel(named, model)
  return rest
}

const checkModel = (named: unknown, model: string): void => {
  if (named !== undefined && named !== model && named !== `models/${model}`) {
    throw new ProtocolError('model', `must be ${model} as in the path`)
  }
}

/** Those of an object by their names: none twice, and no others, of which nobody here would know what they cost. */
const members = <Name extends string>(value: unknown, place: string, names: readonly Name[]) => {
  if (!isObject(value)) throw new ProtocolError(place, 'must be an object')
  const read: Partial<Record<Name, unknown>> = {}
  for (const [key, member] of Object.entries(value)) {
    const name = names.find((each) => each === key || snakeOf(each) === key)
    if (name === undefined) throw new ProtocolError(`${place}.${key}`, 'is not taken in a batch')
    if (read[name] !== undefined) throw new ProtocolError(`${place}.${name}`, 'is there twice')
    read[name] = member
  }
  return read
}

const snakeOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
