import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import type { OwnBatchWords } from '#protocols/own-batch.ts'
import type { Caller } from '../../../relay/authenticate.ts'
import { inLine } from '../../../relay/batched-call.ts'
import { callOfLine } from '../../../relay/call.ts'
import { checkWords } from '../../../relay/check-words.ts'
import { checkModel } from '../../../relay/offered-models.ts'
import { priceOf } from '../../../relay/price-of.ts'
import type { BatchParts } from '../batch-parts.ts'
import { endpointOf } from '../estimate-batch.ts'

export type CheckingCalls = {
  /** One call more; throws where it is not one that could be made by itself, or not in a batch. */
  add: (value: unknown) => void
  finish: () => CheckedCalls
}

/** How many there were, and for which model, or for which models. */
export type CheckedCalls = { lines: number; model: string }

const longestCustomId = 256

/** Goes over the calls of a batch one by one, each held to what it would be held to if it came alone. */
export const checkCalls = (
  domain: BatchParts['domain'],
  caller: Caller,
  { own, path }: { own: OwnBatchWords; path: string },
): CheckingCalls => {
  const endpoint = endpointOf(path)
  const customIds = new Set<string>()
  const models = new Set<string>()
  let lines = 0

  const checkOnce = (model: string): void => {
    if (models.has(model)) return
    checkModel(domain, caller, model)
    if (priceOf(domain, caller, model) === undefined) throw new ApplicationError('model_unpriced', { model })
    models.add(model)
  }

  const add = (value: unknown): void => {
    const { customId, body } = own.call(value, path)
    if (customId === '') throw new ProtocolError('custom_id', 'is missing')
    if (customId.length > longestCustomId) throw new ProtocolError('custom_id', 'is too long')
    if (customIds.has(customId)) throw new ProtocolError('custom_id', 'is there twice')
    customIds.add(customId)
    const call = callOfLine(endpoint, Buffer.from(JSON.stringify(body)))
    if (call.outline.stream) throw new ProtocolError('stream', 'is not possible in a batch')
    if (body.background === true) throw new ProtocolError('background', 'is not possible in a batch')
    checkOnce(call.outline.model)
    checkWords(domain, call)
  }

  return {
    add: (value) => {
      lines += 1
      if (lines > own.mostLines) throw new ProtocolError('batch', 'is too long')
      inLine(lines, () => add(value))
    },
    finish: () => {
      if (lines === 0) throw new ProtocolError('batch', 'has no lines')
      return { lines, model: [...models].join(', ') }
    },
  }
}
