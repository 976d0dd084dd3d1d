import { priceWeighed } from '#pricing/price.ts'
import type { Usage } from '#pricing/usage.ts'
import { sizeSearches } from '#protocols/offered-tools.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Settlement } from '../../domain/money/ledger.ts'
import { answerGoesOn } from '../../domain/tasks/answer-task.ts'
import { longestStreamSeconds } from '../../domain/tasks/owed-answer.ts'
import type { Task } from '../../domain/tasks/task.ts'
import { mostApartSeconds, nowSeconds } from '../../lib/clock.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import { bodylessCall, type Call } from '../call.ts'
import { countUsage } from '../count-usage.ts'
import type { Delivery } from '../delivery.ts'
import { AttemptFailure } from '../failure.ts'
import { findEndpoint } from '../find-endpoint.ts'
import { forward, readWhole } from '../forward.ts'
import { priceOfOwed } from '../price-of.ts'
import { recordOf } from '../record.ts'
import { Trace } from '../trace.ts'
import { type Way, wayTo } from '../translate.ts'

type Live = Pick<Domain, 'clock' | 'log' | 'options' | 'pool' | 'prices' | 'tasks' | 'squareTask' | 'tokenCounter'>

type Parts = { domain: Live; outbound: Outbound }

/** Charges an answer as it was told just now, unless that is done; false when it is not finished. */
export const payFor = async (domain: Live, task: Task, way: MadeBy, call: Call, bytes: Buffer): Promise<boolean> => {
  if (call.protocol.kept?.isRunning(bytes) !== false) return false
  const { reply } = call.protocol
  const told = reply.usage(bytes)
  // What failed without a word of usage costs nothing.
  if (told === undefined && !isComplete(bytes)) return end(domain, task, 'FAILURE')
  const tools = told === undefined ? reply.tools?.(bytes) : told.tools
  const seen: Delivery = { ...unseen, usage: told, tools, textBytes: bytes.length, received: bytes }
  const used = told ?? (await countUsage(domain, call, seen))
  const receipt = receiptOf(domain, task, way, call, seen, { used: { ...used, tools }, estimated: told === undefined })
  return end(domain, task, 'SUCCESS', receipt)
}

type MadeBy = Pick<Way, 'channel' | 'route'>

const unseen: Delivery = { usage: undefined, textBytes: 0, ending: 'complete', firstByteMs: undefined }

/** Its charge is done when its client is told of its end, also where somebody came first with that and went no further. */
const end = async (domain: Live, task: Task, status: 'SUCCESS' | 'FAILURE', receipt?: Settlement): Promise<true> => {
  const ended = { ...task, ...answerGoesOn, status, quota: receipt?.quota ?? 0, receipt }
  const over = (await domain.tasks.finish(ended, ended, receipt)) ? ended : await domain.tasks.findById(task.id)
  if (over !== undefined) await domain.squareTask(over)
  return true
}

/** Undefined where nothing is left to pay: then the call was paid, and no tool was used. */
const receiptOf = (
  domain: Live,
  { userId, taskId, owed }: Task,
  { channel, route }: MadeBy,
  call: Call,
  seen: Delivery,
  { used, estimated }: { used: Usage; estimated: boolean },
): Settlement | undefined => {
  const price = owed && priceOfOwed(domain, owed)
  if (owed === undefined || price === undefined || (price.card.modelPrice === 0 && used.tools === undefined))
    return undefined
  const usage = used.tools === undefined ? used : { ...used, tools: sizeSearches(used.tools, owed.searchSize) }
  const quota = priceWeighed(price.weighed, usage)
  const named = { ...call, outline: { ...call.outline, model: owed.model } }
  const trace = new Trace(domain.clock, `kept-${userId}-${taskId}`)
  trace.attempts.push({ channel: channel.id, status: 200, ms: 0 })
  const caller = { ...owed, userId, models: undefined, pinnedChannel: undefined }
  const recorded = { caller, call: named, request: { channel, route, model: owed.upstreamModel }, trace }
  return recordOf(domain, recorded, seen, { usage, estimated, price, quota })
}

const isComplete = (bytes: Buffer): boolean =>
  /"status"\s*:\s*"(?:completed|incomplete)"/.test(bytes.toString('latin1'))

/** Asks for an answer that is owed, and charges it when it is finished, or was for too long; whether that is done. */
export const payForOne = async ({ domain, outbound }: Parts, task: Task): Promise<boolean> => {
  const channel = domain.pool.find(task.channelId)
  if (channel === undefined) return end(domain, task, 'FAILURE')
  const isLate = domain.clock.now() - task.submitTime > givesUpAfterSeconds * 1000
  const { call, way } = askingFor(domain, task.taskId, channel, task.keyPlace)
  const told = await forward({ domain, outbound, call }, way, noBytes)
    .then(({ answer }) => readWhole(answer))
    .catch((error: unknown) => {
      const isUnknown = error instanceof AttemptFailure && keepsNothing.has(error.status)
      if (!isUnknown && !isLate) throw error
    })
  if (told !== undefined) {
    const isPaid = await payFor(domain, task, way, call, told)
    if (isPaid || !isLate) return isPaid
  }
  return payForGiven(domain, task, way, call)
}

/** Upstreams keep what they made for a month; nobody waits so long for what is not made yet. */
const givesUpAfterSeconds = 3 * 24 * 3600

/** Its own upstream does not know it, or cannot be asked for it at all. */
const keepsNothing = new Set([404, 405, 410, 501])

/** What only its stream told of is charged as far as that went; of what nobody saw there is nothing to charge. */
const payForGiven = async (domain: Live, task: Task, way: MadeBy, call: Call): Promise<boolean> => {
  const { given, streamsUntil = 0 } = task.owed ?? {}
  const left = streamsUntil - nowSeconds(domain.clock)
  // More than was ever given it has where the clock went back.
  if (left > 0 && left <= longestStreamSeconds + mostApartSeconds) return false
  if (given === undefined) return end(domain, task, 'FAILURE')
  // A stream that is still said to go on ended with its process.
  const seen: Delivery = streamsUntil > 0 ? { ...unseen, ending: 'process_ended' } : unseen
  return end(domain, task, 'SUCCESS', receiptOf(domain, task, way, call, seen, { ...given, used: given.usage }))
}

export const askingFor = (
  domain: Pick<Domain, 'clock' | 'options' | 'pool' | 'prices'>,
  id: string,
  channel: Channel,
  keyPlace: number,
) => {
  const url = `/v1/responses/${encodeURIComponent(id)}`
  const endpoint = findEndpoint('GET', url, {})
  if (endpoint === undefined || endpoint === 'wrong_method') throw new TypeError('kept answers have no path')
  const call = bodylessCall(endpoint, { method: 'GET', url, headers: {} }, '')
  return { call, way: wayTo(domain, call, channel, keyAt(channel, keyPlace)) }
}

const noBytes = Buffer.alloc(0)
