import { estimateInputTokens } from '#protocols/counting/chat-estimate.ts'
import { isPublic, vocabularyOf } from '#protocols/counting/estimate.ts'
import { setMembers } from '#protocols/json/json-edit.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { withCleanAnswer } from './answer-words.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { checkWords } from './check-words.ts'
import { choose } from './choose.ts'
import { AttemptFailure } from './failure.ts'
import { forward, readWhole } from './forward.ts'
import { checkModel } from './offered-models.ts'
import type { Trace } from './trace.ts'
import { type Way, wayTo } from './translate.ts'

type Live = Pick<
  Domain,
  'clock' | 'options' | 'ledger' | 'pool' | 'health' | 'keys' | 'limits' | 'prices' | 'sensitiveWords' | 'tokenCounter'
>

type Parts = { domain: Live; outbound: Outbound; caller: Caller; call: Call; trace: Trace }

/**
 * How many tokens a request is, in the client's dialect: counted here where the model's way of cutting is public, else
 * told by a channel that speaks the dialect and counts, else counted here all the same. Nothing is charged for it, but
 * it costs the operator calls: who asks has quota, and may ask so many times a minute.
 */
export const countTokens = async (parts: Parts): Promise<Buffer> => {
  const { domain, caller, call, trace } = parts
  const { model } = call.outline
  checkModel(domain, caller, model)
  checkWords(domain, call)
  await domain.limits.tokenCount(caller.userId)
  const counted = domain.limits.modelCall(caller.userId)
  const { undo, limit } = counted instanceof Promise ? await counted : counted
  trace.limits = limit && { requests: limit }
  try {
    domain.ledger.release(
      await domain.ledger.hold({ userId: caller.userId, tokenId: caller.tokenId, amount: 1, least: 1 }),
    )
    const told = isPublic(vocabularyOf(model)) && !isKeptUpstream(call) ? undefined : await askChannels(parts)
    return told ?? (await countHere(domain, call))
  } catch (error) {
    undo()
    throw error
  }
}

/** Only who keeps the turns before can count them. */
const isKeptUpstream = ({ outline: { storage } }: Call): boolean =>
  storage?.previousResponseId !== undefined || storage?.conversation !== undefined

/** Undefined where no channel counts for this dialect, or none of them can just now. */
const askChannels = async (parts: Parts): Promise<Buffer | undefined> => {
  const { domain, caller, call, trace } = parts
  while (trace.attempts.length < mostAsked) {
    const channel = choose(domain, caller, call, trace)
    if (channel === undefined) return undefined
    const way = wayTo(domain, call, channel, caller.pinnedKey ?? domain.keys.next(channel))
    if (way.route.dialect !== call.protocol.name) {
      trace.skip(channel.id, 'cannot_serve')
      continue
    }
    try {
      const { answer } = await forward(parts, way, bodyFor(way, call))
      return withCleanAnswer(await readWhole(answer), channel)
    } catch (error) {
      if (!(error instanceof AttemptFailure) || isClients(error)) throw error
      trace.attempts.push({ channel: channel.id, status: error.status, ms: 0, error: error.reason })
    }
  }
  return undefined
}

/** An estimate now is worth more than a count that a third channel may give later. */
const mostAsked = 2

/** What a channel does to conversations, such as setting a temperature, has no place in a count. */
const bodyFor = ({ route }: Way, call: Call): Buffer => {
  const { bytes, outline, protocol } = call
  const body = call.body()
  const amended = protocol.request.amend(bytes, body, outline, route.model)
  const changes = route.changes?.(body)
  return changes === undefined ? amended : setMembers(amended, changes)
}

const isClients = ({ status }: AttemptFailure): boolean => status === 400 || status === 413 || status === 422

const countHere = async ({ tokenCounter }: Live, { body, outline, protocol }: Call): Promise<Buffer> => {
  const { common, count } = protocol
  if (common?.kind !== 'chat' || count === undefined) throw new TypeError(`${protocol.name} counts no tokens`)
  const { model } = outline
  const vocabulary = vocabularyOf(model)
  const request = common.client.readRequest(count.requestOf(body()))
  const texts: string[] = []
  const beside = estimateInputTokens({ ...request, model }, vocabulary, (text) => {
    texts.push(text)
    return 0
  })
  const counted = await tokenCounter.count(texts.join('\n'), vocabulary)
  return Buffer.from(JSON.stringify(count.write(beside + counted)))
}
