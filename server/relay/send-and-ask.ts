import type { LaterAnswer, LaterPlace } from '#providers/provider.ts'
import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { AttemptFailure, ClientGone, GatewayStopped } from './failure.ts'
import { send, UpstreamAnswer } from './send.ts'
import type { UpstreamRequest } from './upstream-request.ts'

type Line = Pick<ClientResponse, 'destroyed' | 'once' | 'off'>
type Told = { answer: UpstreamAnswer; bytes: Buffer }

/**
 * Hands a request in and asks until its answer is there: for whoever waits, an answer like any other that takes a while.
 * Where its client leaves, the work is taken back if nobody is at it yet; else it is made, and paid for, all the same.
 */
export const sendAndAsk = (
  outbound: Outbound,
  request: UpstreamRequest,
  later: LaterAnswer,
  line: Line,
): UpstreamAnswer => {
  const answer = new UpstreamAnswer()
  lastTold(outbound, request, later, line).then(
    ({ answer: { status, headers }, bytes }) => {
      answer.onResponseStart(nobody, status, headers)
      answer.onResponseData(nobody, bytes)
      answer.onResponseEnd()
    },
    (error: unknown) => answer.fail(failureOf(error)),
  )
  return answer
}

/** It is read already: there is nothing to hold up. */
const nobody = { pause: () => {}, resume: () => {}, abort: () => {} }

const failureOf = (error: unknown): AttemptFailure | GatewayStopped | ClientGone =>
  error instanceof AttemptFailure || error instanceof GatewayStopped || error instanceof ClientGone
    ? error
    : new AttemptFailure({ origin: 'transport', status: 502, reason: 'malformed', cause: error })

const lastTold = async (
  outbound: Outbound,
  request: UpstreamRequest,
  later: LaterAnswer,
  line: Line,
): Promise<Told> => {
  let told = await ask(outbound, { ...request, headers: [...request.headers, ...later.headers] })
  let waited = 0
  let wasLeft = false
  for (let round = 0; ; round += 1) {
    const next = isWell(told) ? later.next(told.bytes) : undefined
    if (next === undefined) return told
    const ms = pauses[round] ?? longestPause
    await pause(line, ms)
    waited += ms
    if (waited > mostWaited) throw new AttemptFailure({ origin: 'upstream', status: 504, reason: 'timeout' })
    if (line.destroyed && !wasLeft) {
      wasLeft = true
      if (await isTakenBack(outbound, request, next)) throw new ClientGone()
    }
    told = await askPatiently(outbound, line, { ...request, ...withoutBody(request), path: next.path })
  }
}

/** What is quick is there at once, and what takes a minute is asked about twenty times. */
const pauses = [500, 1000, 2000]
const longestPause = 3000
const mostWaited = 10 * 60_000

const pause = (line: Line, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      line.off('close', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    line.once('close', end)
  })

const ask = async (outbound: Outbound, request: UpstreamRequest): Promise<Told> => {
  const answer = send(outbound, request)
  await answer.head
  return { answer, bytes: await answer.read() }
}

/** The work goes on whether or not it can be asked about just now. */
const askPatiently = async (outbound: Outbound, line: Line, request: UpstreamRequest): Promise<Told> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const told = await ask(outbound, request)
      if (tries === mostTries || !(told.answer.status >= 500 || told.answer.status === 429)) return told
    } catch (error) {
      if (tries === mostTries || !(error instanceof AttemptFailure)) throw error
    }
    await pause(line, betweenTries)
  }
}

const mostTries = 3
const betweenTries = 1000

const isTakenBack = async (
  outbound: Outbound,
  request: UpstreamRequest,
  { takeBack }: LaterPlace,
): Promise<boolean> => {
  if (takeBack === undefined) return false
  try {
    return isWell(await ask(outbound, { ...request, ...withoutBody(request), method: 'POST', path: takeBack }))
  } catch (error) {
    if (error instanceof GatewayStopped) throw error
    return false
  }
}

const isWell = ({ answer: { status } }: Told): boolean => status >= 200 && status < 300

/** What describes a body is left out with it. */
const withoutBody = ({ headers }: UpstreamRequest): Pick<UpstreamRequest, 'method' | 'headers' | 'body'> => ({
  method: 'GET',
  headers: headers.filter((_, place) => !aboutBody.has(headers[place - (place % 2)] ?? '')),
  body: Buffer.alloc(0),
})

const aboutBody = new Set(['content-type', 'accept'])
