import { ApplicationError } from '#contract/errors.ts'
import type { AnswerMemory, RestsOn } from '#protocols/answer-memory.ts'
import type { Domain } from '../../domain/domain.ts'
import type { RememberedResponse } from '../../domain/memory/memory-reader.ts'
import type { FoundChain } from '../../domain/memory/response-memory.ts'
import { BodyRefused } from '../../lib/body-refused.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import type { Caller } from '../authenticate.ts'
import { type Call, inDialect, withMembers } from '../call.ts'

type Live = Pick<Domain, 'responseMemory'>

/** Whether a call may rest on answers that are kept here. Hardly one does. */
export const mayRecall = ({ protocol, body }: Call): boolean => protocol.memory?.restsOn(body()) !== undefined

/**
 * The same call as if its client had sent all turns: what is put back is held, searched and limited like any other
 * prompt, and any channel may answer it. What is not found here may be kept by an upstream, and is left as it is.
 */
export const recall = async (domain: Live, caller: Caller, call: Call, room: BodyRoom): Promise<Call> => {
  const { memory } = call.protocol
  const body = call.body()
  const rests = memory?.restsOn(body)
  if (memory === undefined || rests === undefined) return call
  const { chain, known } = await find(domain, caller.userId, { memory, rests, room })
  const members = memory.whole(body, chain, known)
  return inDialect(() => {
    const outline = call.protocol.request.outline({ ...body, ...members })
    const whole = withMembers(call, members, { ...call.outline, ...outline })
    // It is as long as a body may be, and has as many parts.
    if (whole.bytes.length > longestRecalled) throw new BodyRefused('too_large')
    whole.forgetBody()
    whole.body()
    return { ...whole, recalled: { previousId: chain && rests.previousId, input: body.input } }
  })
}

const longestRecalled = 32 * 1024 * 1024
/** Under seal a text is longer by a third. */
const longestSealed = (longestRecalled * 4) / 3
const mostAnswersNamed = 500

type Found = {
  /** The oldest first; undefined where it does not go on from an answer that is kept here. */
  chain: RememberedResponse[] | undefined
  known: ReadonlyMap<string, RememberedResponse>
}

const find = async (
  { responseMemory }: Live,
  userId: number,
  { memory, rests, room }: { memory: AnswerMemory; rests: RestsOn; room: BodyRoom },
): Promise<Found> => {
  const { previousId = '', responseIds } = rests
  const links = previousId === '' ? undefined : await responseMemory.findChain(userId, previousId)
  const { ids, bytes } = links ?? nothing
  if (bytes > longestSealed) throw new BodyRefused('too_large')
  if (bytes > 0) await room.take(bytes)
  const known = new Map(await responseMemory.read(userId, ids))
  const chain = ids.flatMap((id) => known.get(id) ?? []).reverse()
  // One that was deleted since, or cannot be read.
  if (chain.length < ids.length) throw lost(previousId)
  const namedBefore = memory.namedIn(chain.flatMap(({ input }) => input))
  const named = [...new Set([...responseIds, ...namedBefore])].filter((id) => !known.has(id))
  if (named.length > mostAnswersNamed) throw new ApplicationError('things_too_many', { count: mostAnswersNamed })
  for (const [id, answer] of await responseMemory.read(userId, named)) known.set(id, answer)
  if ([...namedBefore].some((id) => !known.has(id))) throw lost(previousId)
  return { chain: links && chain, known }
}

const nothing: FoundChain = { ids: [], bytes: 0 }

const lost = (id: string): ApplicationError => new ApplicationError('previous_response_not_found', { id })
