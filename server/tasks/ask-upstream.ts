import { AnswerFailed } from '#protocols/failure.ts'
import { parseLenient } from '#protocols/json/json.ts'
import type { Channel } from '../domain/channels/channel.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { withCleanAnswer } from '../relay/answer-words.ts'
import type { Call } from '../relay/call.ts'
import { failedAnswer, failureOfReading } from '../relay/failure.ts'
import { forward, readWhole } from '../relay/forward.ts'
import { wayTo } from '../relay/translate.ts'
import type { UpstreamRequest } from '../relay/upstream-request.ts'

type Parts = {
  domain: Pick<Domain, 'clock' | 'options' | 'pool' | 'prices'>
  outbound: Outbound
}

/** Asks a channel with one of its keys. What it answers is read by `read`; what cannot be is the upstream's fault. */
export const askUpstream = async <Result>(
  { domain, outbound }: Parts,
  { call, channel, key, bytes = call.bytes }: { call: Call; channel: Channel; key: string; bytes?: Buffer },
  read: (answer: unknown) => Result,
): Promise<{ request: UpstreamRequest; result: Result }> => {
  const way = wayTo(domain, call, channel, key)
  const { request, answer } = await forward({ domain, outbound, call }, way, bytes)
  const told = withCleanAnswer(await readWhole(answer), channel)
  try {
    return { request, result: read(parseLenient(told.toString('utf8'))) }
  } catch (error) {
    // An answer of success may say that there was none.
    throw error instanceof AnswerFailed ? failedAnswer(error.problem, channel) : failureOfReading(error)
  }
}
