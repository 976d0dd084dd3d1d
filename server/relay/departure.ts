import type { Note } from './attempt-parts.ts'
import type { Call } from './call.ts'
import { lingerMs } from './deliver.ts'
import { ClientGone } from './failure.ts'
import type { RunningParts } from './running-attempt.ts'
import type { UpstreamAnswer } from './send.ts'
import { settle } from './settle.ts'
import type { UpstreamRequest } from './upstream-request.ts'

/**
 * Whether an upstream stops when it is let go of. Whole answers are made whoever waits for them, and so are those of the
 * background: their end is waited for, as it tells what they cost.
 */
export const stopsWhenLeft = ({ outline, protocol }: Call, { streams }: UpstreamRequest): boolean =>
  ((outline.stream && streams) || protocol.answers === 'anything') && outline.storage?.background !== true

/** Waits for the head of an answer; false where its client left before, and the upstream was let go of. */
export const headBeforeDeparture = (
  { response }: RunningParts,
  request: UpstreamRequest,
  answer: UpstreamAnswer,
): Promise<boolean> =>
  new Promise((resolve, reject) => {
    let lingering: NodeJS.Timeout | undefined
    const over = () => {
      clearTimeout(lingering)
      response.off('close', clientGone)
    }
    const letGo = () => {
      resolve(false)
      answer.abort()
      over()
    }
    const clientGone = () => {
      if (request.exchange.tap().reckoned === undefined) letGo()
      else lingering ??= setTimeout(letGo, lingerMs)
    }
    answer.head.then(
      () => {
        over()
        resolve(true)
      },
      (failure: unknown) => {
        over()
        reject(failure)
      },
    )
    response.once('close', clientGone)
    if (response.destroyed) clientGone()
  })

/** What was sent is paid for, as it is where the first word comes too late: the upstream has read it. */
export const chargeDeparture = async (
  parts: RunningParts,
  request: UpstreamRequest,
  answer: UpstreamAnswer,
  note: Note,
  waitedMs: number,
): Promise<void> => {
  if (!answer.isSent) throw new ClientGone()
  const { domain, caller, call, trace } = parts
  const { channel } = request
  const { model } = call.outline
  note(leftStatus, 'client_gone')
  trace.mark('upstream')
  if (waitedMs < hopelessMs) domain.health.abandoned(channel.id, model)
  else {
    domain.health.failed(channel.id, model, { reason: 'too_slow' })
    domain.figures.failed(channel.id, model, caller.group)
  }
  const reckoned = request.exchange.tap().reckoned?.('made')
  const delivery = { usage: undefined, textBytes: 0, reckoned, ending: 'client_gone', firstByteMs: undefined } as const
  await settle(domain, { ...parts, request }, delivery)
  trace.mark('settle')
}

/** As servers commonly write it: nothing was answered when the client left. */
const leftStatus = 499
/** Whoever waited this long in vain left because of the upstream, which must not be asked for ever. */
const hopelessMs = 30_000
