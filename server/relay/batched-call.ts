import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { findDoubledMember } from '#protocols/json/doubled-member.ts'
import { type NamedThing, namedThings } from '#protocols/named-things.ts'
import type { Channel } from '../domain/channels/channel.ts'
import type { Domain } from '../domain/domain.ts'
import { parseJson } from '../lib/json-limits.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { checkWords } from './check-words.ts'
import { demandsOf } from './demands.ts'

/** A call has room for some pictures as text. */
export const longestLine = 32 * 1024 * 1024

/** No call names more, and a batch all together neither. */
export const mostNamed = 1000

type Parts = {
  domain: Pick<Domain, 'options' | 'pool' | 'prices' | 'sensitiveWords'>
  caller: Caller
  channel: Channel
}

type WeighedCall = {
  input: number
  /** As much as it wants at the most. */
  output: number
  /** Of so many of its answers it sets no limit. */
  openEnds: number
  calls: number
  named: readonly NamedThing[]
}

/** What one call of a batch may come to, held to the same as if it came alone. */
export const weighBatchedCall = ({ domain, caller, channel }: Parts, call: Call): WeighedCall => {
  const { outline } = call
  if (outline.stream) throw new ProtocolError('stream', 'is not possible in a batch')
  // What was bought beforehand serves no batch.
  const asked = { body: call.body(), dialect: call.protocol.name, model: outline.model, asked: '' }
  if (demandsOf(domain, caller, channel, asked) !== undefined)
    throw new ProtocolError('body', 'asks for what has a price of its own, which is not possible in a batch')
  checkWords(domain, call)
  const { knownUsage, maximumOutput, choices, promptEstimate } = outline
  const isSilent = call.protocol.writesNothing === true
  return {
    input: promptEstimate,
    output: isSilent ? 0 : (maximumOutput ?? 0) * choices,
    openEnds: isSilent || maximumOutput !== undefined ? 0 : choices,
    calls: Math.max(1, knownUsage?.calls ?? 1),
    named: namedThings(call.body()) ?? [],
  }
}

/** One value of a batch, as it came. Throws where readers of JSON would differ about it. */
export const readBatchValue = (bytes: Buffer, line: number): unknown =>
  inLine(line, () => {
    const parsed = parseJson(bytes)
    if (!parsed.ok) throw new ProtocolError('body', 'is no JSON')
    const doubled = findDoubledMember(bytes)
    if (doubled !== undefined) throw new ProtocolError(doubled, 'is there twice')
    return parsed.value
  })

/** Says which line it was. */
export const inLine = <Result>(line: number, work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    const isLines = error instanceof ProtocolError || (error instanceof ApplicationError && linesOwn.has(error.code))
    if (!isLines) throw error
    throw new ApplicationError('request_invalid', { reason: `line ${line}: ${error.message}` }, error)
  }
}

const linesOwn = new Set(['request_invalid', 'body_malformed', 'body_not_an_object', 'body_too_deep'])
