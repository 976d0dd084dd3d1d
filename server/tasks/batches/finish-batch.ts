import type { LogOther } from '#contract/logs.ts'
import { priceWeighed, weigh } from '#pricing/price.ts'
import { tokenClassRows } from '#pricing/token-classes.ts'
import { type ToolCalls, type Usage, usageOf } from '#pricing/usage.ts'
import type { BatchPlatform } from '#protocols/batch-platform.ts'
import { estimateTokensOfBytes } from '#protocols/counting/estimate.ts'
import { protocolOf } from '#protocols/index.ts'
import { isObject, type JsonObject, parseLenient } from '#protocols/json/json.ts'
import type { Protocol } from '#protocols/protocol.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Settlement } from '../../domain/money/ledger.ts'
import type { Task, TaskNews } from '../../domain/tasks/task.ts'
import type { TaskTerms } from '../../domain/tasks/task-terms.ts'
import { linesOf } from '../../lib/lines.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import { piecesOfAnswer } from '../../relay/answer-pieces.ts'
import { longestLine } from '../../relay/batched-call.ts'
import type { Call } from '../../relay/call.ts'
import { findEndpoint } from '../../relay/find-endpoint.ts'
import { forward, readWhole } from '../../relay/forward.ts'
import { recordOf } from '../../relay/record.ts'
import type { UpstreamAnswer } from '../../relay/send.ts'
import { Trace } from '../../relay/trace.ts'
import { wayTo } from '../../relay/translate.ts'
import { askUpstream } from '../ask-upstream.ts'
import { callOf, upkeepOf } from '../task-call.ts'
import { callIdOf } from './hand-in.ts'

type Parts = {
  domain: Pick<Domain, 'clock' | 'log' | 'options' | 'pool' | 'prices' | 'tasks' | 'files' | 'squareTask'>
  outbound: Outbound
}

type Finished = { platform: BatchPlatform; task: Task; news: TaskNews; channel: Channel }

/**
 * A batch is over: its results are read, line by line, for what they used, and that is charged in the place of the
 * estimate. Until then its user is told that it goes on, and cannot reach its results: nobody can do away with them
 * before they are counted. Who fails in that leaves it to the next look.
 */
export const finishBatch = async (parts: Parts, finished: Finished): Promise<void> => {
  const { domain } = parts
  const { task, news } = finished
  await domain.tasks.keepBusy(task)
  const used = await readResults(parts, finished)
  await keepFiles(parts, finished)
  const receipt = task.charge && task.terms && receiptOf(domain, finished, task.charge, task.terms, used)
  if (await domain.tasks.finish(task, news, receipt)) {
    await domain.squareTask({ ...task, ...news, receipt })
  }
}

type Used = { usage: Usage; answered: number; isEstimated: boolean }

const readResults = async ({ domain, outbound }: Parts, { platform, task, news, channel }: Finished): Promise<Used> => {
  const used: Used = { usage: usageOf({}), answered: 0, isEstimated: false }
  const ask = platform.results(news.data)
  if (ask === undefined || task.terms === undefined) return used
  const protocol = protocolOfPath(task.terms.path)
  const usual = usualOf(protocol, task.terms)
  const call = callOf(upkeepOf(platform), ask, '')
  const way = wayTo(domain, call, channel, keyAt(channel, task.keyPlace))
  const { answer } = await forward({ domain, outbound, call }, way, call.bytes)
  for await (const value of answersOf(platform, news, answer)) {
    const answered = platform.answerIn(value)
    if (answered === undefined) continue
    const bytes = Buffer.from(JSON.stringify(answered))
    const told = protocol.reply.usage(bytes)
    const one = told ?? usual(bytes)
    used.answered += 1
    used.isEstimated ||= told === undefined
    addTo(used.usage, one)
  }
  return used
}

/** In lines, or all in one object. */
const answersOf = async function* (
  platform: BatchPlatform,
  { data }: TaskNews,
  answer: UpstreamAnswer,
): AsyncGenerator<unknown, void> {
  if (platform.tellsResults?.(data) === true) {
    const whole = parseLenient((await readWhole(answer)).toString('utf8'))
    yield* (isObject(whole) && platform.answersWithin?.(whole)) || []
    return
  }
  for await (const line of linesOf(piecesOfAnswer(answer), longestLine)) yield parseLenient(line.toString('utf8'))
}

/** What one answer counts that tells no usage: what it says, or, where it says nothing in words, its share of what was asked. */
const usualOf =
  ({ reply, writesNothing }: Protocol, { input = 0, lines }: TaskTerms) =>
  (bytes: Buffer): Usage =>
    writesNothing === true
      ? usageOf({ input: Math.ceil(input / Math.max(1, lines)) })
      : usageOf({ output: estimateTokensOfBytes(bytes.length), tools: reply.tools?.(bytes) })

const protocolOfPath = (path: string) => {
  const endpoint = findEndpoint('POST', path, {})
  if (endpoint === undefined || endpoint === 'wrong_method') throw new TypeError('a batch is of calls with a path')
  return protocolOf(endpoint.protocol)
}

const addTo = (sum: Usage, one: Usage): void => {
  for (const { name } of tokenClassRows) sum[name] += one[name]
  sum.calls += Math.max(1, one.calls)
  for (const [tool, calls] of Object.entries(one.tools ?? {})) {
    const before: ToolCalls & Record<string, number | undefined> = sum.tools ?? {}
    sum.tools = { ...before, [tool]: (before[tool] ?? 0) + calls }
  }
}

/** Its results are its user's, as the file was that he handed in. */
const keepFiles = async ({ domain, outbound }: Parts, { platform, task, news, channel }: Finished): Promise<void> => {
  const { keyPlace } = task
  const kept = platform.files(news.data).map(async (file) => {
    const { id } = file
    if ('told' in file) return { id, channelId: channel.id, keyPlace, told: file.told }
    const asked = { call: callOf(upkeepOf(platform), file.ask, ''), channel, key: keyAt(channel, keyPlace) }
    const { result } = await askUpstream(
      { domain, outbound },
      asked,
      (told): JsonObject => (isObject(told) ? told : {}),
    )
    return { id, channelId: channel.id, keyPlace, told: { ...result, id } }
  })
  await domain.files.add(task.userId, await Promise.all(kept))
}

/** One row for all of the batch, priced as it was when it was handed in. */
const receiptOf = (
  domain: Parts['domain'],
  { platform, task, channel }: Finished,
  estimate: Settlement,
  terms: TaskTerms,
  { usage, answered, isEstimated }: Used,
): Settlement => {
  // Where nothing was answered nothing is paid, also by the call.
  const card = answered === 0 ? { ...terms.card, modelPrice: terms.card.modelPrice && 0 } : terms.card
  const price = { card, weighed: weigh(card), userGroupRatio: terms.userGroupRatio, isUsual: false }
  const trace = new Trace(domain.clock, callIdOf(estimate))
  trace.attempts.push({ channel: channel.id, status: 200, ms: 0 })
  const ask = platform.poll.ask([task.taskId])
  const call: Call = callOf(upkeepOf(platform), ask, terms.model)
  const { route } = wayTo(domain, call, channel, keyAt(channel, task.keyPlace))
  const { userId, username, tokenId, tokenName, group } = estimate
  const caller = { userId, username, tokenId, tokenName, group, ...askedFor }
  const row = recordOf(
    domain,
    { caller, call, request: { channel, route, model: terms.model }, trace },
    { usage: undefined, textBytes: 0, ending: 'complete', firstByteMs: undefined },
    { usage, estimated: isEstimated, price, quota: priceWeighed(price.weighed, usage) },
  )
  // So many tokens are no doubt where there are many answers.
  const { usage_doubt: _doubt, ...other }: LogOther = JSON.parse(row.other)
  return {
    ...row,
    useTime: Math.max(0, Math.round((domain.clock.now() - task.submitTime) / 1000)),
    content: estimate.content,
    other: JSON.stringify({ ...other, batch: { lines: terms.lines, answered } }),
  }
}

/** What nobody asks of a caller whose price is known. */
const askedFor = { userGroup: '', acceptsUnpriced: false, models: undefined, pinnedChannel: undefined }
