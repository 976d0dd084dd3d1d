import { providerOf } from '#providers/index.ts'
import { problemWithoutSecrets } from '../domain/words/upstream-words.ts'
import type { Clock } from '../lib/clock.ts'
import { AttemptFailure } from './failure.ts'
import { retryAfterOf } from './retry-after.ts'
import type { UpstreamAnswer } from './send.ts'
import type { UpstreamRequest } from './upstream-request.ts'

/** What an upstream that refused says of it. */
export const readProblem = async (
  { channel, exchange }: UpstreamRequest,
  answer: Pick<UpstreamAnswer, 'status' | 'headers' | 'read'>,
  clock: Clock,
): Promise<AttemptFailure> => {
  const problem = problemWithoutSecrets(channel, exchange.problem(answer.status, await answer.read()))
  return new AttemptFailure({
    origin: 'upstream',
    status: answer.status,
    problem,
    reason: problem.type ?? 'error',
    // A redirect that nobody follows is no answer for a client.
    clientStatus: channel.statusCodeMapping[String(answer.status)] ?? (answer.status < 400 ? 502 : answer.status),
    retryAfterSeconds: retryAfterOf(answer.headers, clock.now()),
    isVendorsOwn: providerOf(channel.type).retriesStatus?.(answer.status) === true,
  })
}
