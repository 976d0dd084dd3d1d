import { ApplicationError } from '#contract/errors.ts'
import type { UpstreamProblem } from '#protocols/failure.ts'
import { isObject, type JsonObject } from '#protocols/json/json.ts'
import { checkMemberNames, type MemberNames } from '#protocols/json/member-names.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { problemWithoutSecrets } from '../../domain/words/upstream-words.ts'
import { findJsonFault } from '../../lib/json-fault.ts'
import { parseJson } from '../../lib/json-limits.ts'
import { AttemptFailure } from '../failure.ts'

/** A message of a client that means the same to every reader. */
export const readMessage = (bytes: Buffer, names: MemberNames): JsonObject => {
  const parsed = parseJson(bytes)
  if (!parsed.ok) throw new ApplicationError('body_malformed', { ...findJsonFault(bytes) })
  if (!isObject(parsed.value)) throw new ApplicationError('body_not_an_object')
  checkMemberNames(names, parsed.value, parsed.members, bytes)
  return parsed.value
}

/** What an upstream's close tells, as if it had answered so. */
export const failureOfClose = (
  channel: Channel,
  { status, problem: told }: { status: number; problem: UpstreamProblem },
): AttemptFailure => {
  const problem = problemWithoutSecrets(channel, told)
  const clientStatus = channel.statusCodeMapping[String(status)] ?? status
  return new AttemptFailure({ origin: 'upstream', status, problem, reason: problem.type ?? 'error', clientStatus })
}
