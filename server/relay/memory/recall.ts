import { ApplicationError } from '#contract/errors.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { answersNamedIn, type RestsOn, restsOnKept, wholeInput } from '#protocols/openai-responses/memory.ts'
import type { Domain } from '../../domain/domain.ts'
import type { RememberedResponse } from '../../domain/memory/memory-reader.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import { BodyRefused } from '../../lib/inbound/body-refused.ts'
import type { Caller } from '../authenticate.ts'
import { type Call, inDialect, withMembers } from '../call.ts'

type Live = Pick<Domain, 'responseMemory'>

/** Whether a call may rest on answers that are kept here. Hardly one does. */
export const mayRecall = ({ protocol, body }: Call): boolean =>
  protocol.name === 'openai-responses' && restsOnKept(body()) !== undefined

/**
 * The same call as if its client had sent all turns: what is put back is held, searched and limited like any other
 * prompt, and any channel may answer it. What is not found here may be kept by an upstream, and is left as it is.
 */
export const recall = async (domain: Live, caller: Caller, call: Call, room: BodyRoom): Promise<Call> => {
  const body = call.body()
  const rests = restsOnKept(body)
  if (rests === undefined) return call
  const found = await find(domain, caller.userId, rests, room)
  const { previousId } = found
  const input = wholeInput(found.chain, body.input, found.known)
  const members: JsonObject = { input, ...(previousId === undefined ? {} : { previous_response_id: undefined }) }
  return inDialect(() => {
    const outline = call.protocol.request.outline({ ...body, ...members })
    const whole = withMembers(call, members, { ...call.outline, ...outline })
    // It is as long as a body may be, and has as many parts.
    if (whole.bytes.length > longestRecalled) throw new BodyRefused('too_large')
    whole.forgetBody()
    whole.body()
    return { ...whole, recalled: { previousId, input: body.input } }
  })
}

const longestRecalled = 32 * 1024 * 1024
/** Under seal a text is longer by a third. */
const longestSealed = (longestRecalled * 4) / 3
const mostAnswersNamed = 500

type Found = {
  previousId: string | undefined
  /** The oldest first. */
  chain: RememberedResponse[]
  known: ReadonlyMap<string, RememberedResponse>
}

const find = async (
  { responseMemory }: Live,
  userId: number,
  { previousId, responseIds }: RestsOn,
  room: BodyRoom,
): Promise<Found> => {
  const links = previousId === undefined ? undefined : await responseMemory.findChain(userId, previousId)
  if ((links?.bytes ?? 0) > longestSealed) throw new BodyRefused('too_large')
  await room.take(links?.bytes ?? 0)
  const ids = links?.ids ?? []
  const known = new Map(await responseMemory.read(userId, ids))
  const chain = ids.flatMap((id) => known.get(id) ?? []).reverse()
  // One that was deleted since, or cannot be read.
  if (previousId !== undefined && chain.length < ids.length) throw lost(previousId)
  const namedBefore = answersNamedIn(chain.flatMap(({ input }) => input))
  const named = [...new Set([...responseIds, ...namedBefore])].filter((id) => !known.has(id))
  if (named.length > mostAnswersNamed) throw new ApplicationError('things_too_many', { count: mostAnswersNamed })
  for (const [id, answer] of await responseMemory.read(userId, named)) known.set(id, answer)
  if (previousId !== undefined && [...namedBefore].some((id) => !known.has(id))) throw lost(previousId)
  return { previousId: links === undefined ? undefined : previousId, chain, known }
}

const lost = (id: string): ApplicationError => new ApplicationError('previous_response_not_found', { id })
