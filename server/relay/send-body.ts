import { Readable } from 'node:stream'
import type { Clock } from '../lib/clock.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import type { OutboundReply } from '../lib/outbound/outbound-request.ts'
import { transportFailure } from './failure.ts'
import { readProblem } from './read-problem.ts'
import type { UpstreamRequest } from './upstream-request.ts'

/** `length`: as it was announced; undefined where it was not. */
export type ComingBody = { pieces: AsyncIterable<Buffer>; length: string | undefined }

/** What an upstream said when it had all of it. */
export type BodyReceipt = { bytes: Buffer; header: (name: string) => string | undefined }

/**
 * Sends a body on while it comes, however large it is. What stopped it from coming is thrown as it is; otherwise an
 * `AttemptFailure` where the upstream does not take it.
 */
export const sendBody = async (
  { outbound, clock }: { outbound: Outbound; clock: Clock },
  request: UpstreamRequest,
  { pieces, length }: ComingBody,
): Promise<BodyReceipt> => {
  let stopped: { by: unknown } | undefined
  const watched = async function* () {
    try {
      yield* pieces
    } catch (error) {
      stopped = { by: error }
      throw error
    }
  }
  const body = Readable.from(watched(), { objectMode: false, highWaterMark: mostWaiting })
  const headers = { ...headersOf(request), ...(length === undefined ? {} : { 'content-length': length }) }
  let reply: OutboundReply
  try {
    reply = await outbound.request({
      url: request.origin + request.path,
      method: 'POST',
      headers,
      body,
      policy: outbound.operator,
      timeoutMs: longestSendMs,
      maximumBytes: largestAnswer,
      proxy: request.channel.setting.proxy,
    })
  } catch (error) {
    if (stopped !== undefined) throw stopped.by
    throw transportFailure(error)
  } finally {
    body.destroy()
  }
  const { status } = reply
  const header = (name: string) => [reply.headers[name] ?? []].flat()[0]
  if (status >= 200 && status < 300) return { bytes: reply.body, header }
  throw await readProblem(request, { status, headers: { get: header }, read: async () => reply.body }, clock)
}

const longestSendMs = 3_600_000
const mostWaiting = 64 * 1024
/** It only tells what became of the body. */
const largestAnswer = 1024 * 1024

const headersOf = ({ headers }: UpstreamRequest): Record<string, string> => {
  const named: Record<string, string> = {}
  for (let index = 0; index + 1 < headers.length; index += 2) named[headers[index] ?? ''] = headers[index + 1] ?? ''
  return named
}
