import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject } from '#protocols/json/json.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { CountedCalls } from '../../domain/counted-calls.ts'
import type { Domain } from '../../domain/domain.ts'
import type { MediaUpload } from '../../domain/media-uploads.ts'
import { createLineCutter } from '../../lib/line-cutter.ts'
import { LineTooLong } from '../../lib/lines.ts'
import type { Caller } from '../authenticate.ts'
import { inLine, mostNamed, readBatchValue, weighBatchedCall } from '../batched-call.ts'
import { callOfLine } from '../call.ts'
import type { RelayEndpoint } from '../endpoints.ts'
import { findEndpoint } from '../find-endpoint.ts'

type Parts = {
  domain: Pick<Domain, 'options' | 'pool' | 'prices' | 'sensitiveWords'>
  caller: Caller
  channel: Channel
}

/**
 * Goes over the calls of a file while it passes. The first that could not be made by itself ends the count, which says
 * so from then on: the file goes on, but no batch can be made of it.
 */
export const countCalls = (parts: Parts, { counted: before, cutLine, received }: MediaUpload, offset: number) => {
  let counted = before
  let length = 0
  const stop = (fault: string): void => {
    counted = counted && { ...counted, fault }
  }
  const take = (line: Buffer): void => {
    if (counted === undefined || counted.fault !== undefined) return
    counted = withLine(parts, counted, line)
  }
  if (offset !== received) stop('its pieces did not follow each other')
  const cutter = createLineCutter(take, { longest: longestCutLine, cut: cutLine })
  const count = (work: () => void): void => {
    if (counted?.fault !== undefined) return
    try {
      work()
    } catch (error) {
      if (error instanceof LineTooLong) stop(`line ${(counted?.lines ?? 0) + 1}: is too long`)
      else if (error instanceof ApplicationError || error instanceof ProtocolError) stop(error.message)
      else throw error
    }
  }
  return {
    push: (piece: Buffer): void => {
      length += piece.length
      count(() => cutter.push(piece))
    },
    progress: (): Pick<MediaUpload, 'counted' | 'cutLine' | 'received'> => ({
      counted,
      cutLine: counted?.fault === undefined ? cutter.rest() : Buffer.alloc(0),
      received: received + length,
    }),
    end: (): CountedCalls | undefined => {
      count(cutter.end)
      return counted
    },
  }
}

/** Between two pieces it is kept in the database. */
const longestCutLine = 4 * 1024 * 1024

const withLine = (parts: Parts, counted: CountedCalls, bytes: Buffer): CountedCalls => {
  const line = counted.lines + 1
  const value = readBatchValue(bytes, line)
  return inLine(line, () => {
    if (!isObject(value) || !isObject(value.request)) throw new ProtocolError('request', 'must be an object')
    const { model: named, ...request } = value.request
    const model = typeof named === 'string' ? named.replace(/^models\//, '') : ''
    const action = actionOf(request)
    if (line > 1 && action !== counted.action) throw new ProtocolError('request', 'is of another kind than the first')
    if (line > 1 && model !== counted.model) throw new ProtocolError('model', 'must be the same in every line')
    const weighed = weighBatchedCall(parts, callOfLine(endpointOf(action), Buffer.from(JSON.stringify(request))))
    const things = new Map([...counted.named, ...weighed.named].map((thing) => [`${thing.kind} ${thing.id}`, thing]))
    if (things.size > mostNamed) throw new ApplicationError('things_too_many', { count: mostNamed })
    return {
      action,
      model,
      lines: line,
      input: counted.input + weighed.input,
      output: counted.output + weighed.output,
      openEnds: counted.openEnds + weighed.openEnds,
      calls: counted.calls + weighed.calls,
      named: [...things.values()],
    }
  })
}

/** One has contents, and the other a content. */
const actionOf = (request: JsonObject): string => (request.content === undefined ? 'generateContent' : 'embedContent')

/** Nobody knows yet for which model they will be. */
const endpointOf = (action: string): RelayEndpoint => {
  const endpoint = findEndpoint('POST', `/v1beta/models/any:${action}`, {})
  if (endpoint === undefined || endpoint === 'wrong_method') throw new TypeError('calls of a file have a path')
  return endpoint
}
