import { ApplicationError } from '#contract/errors.ts'
import type { AnswerMemory } from '#protocols/answer-memory.ts'
import { protocolOf } from '#protocols/index.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { readKeptPage, responseItemsPlace, writeKeptList } from '#protocols/kept-things.ts'
import type { Domain } from '../../domain/domain.ts'
import type { RememberedResponse } from '../../domain/memory/memory-reader.ts'
import type { ClientRequest } from '../../lib/inbound/plain-request.ts'
import type { Caller } from '../authenticate.ts'
import { inDialect, queryOf } from '../call.ts'
import type { RelayEndpoint } from '../endpoints.ts'

type Live = Pick<Domain, 'limits' | 'responseMemory'>

/**
 * Answers what is asked of an answer that may be kept here: undefined where it is not, and an upstream may keep it. Nothing
 * is charged for it, and it counts against the limit of calls that nobody pays for.
 */
export const answerRemembered = async (
  { responseMemory, limits }: Live,
  { caller, endpoint, request }: { caller: Caller; endpoint: RelayEndpoint; request: ClientRequest },
): Promise<JsonObject | undefined> => {
  const id = endpoint.parameter
  const { memory } = protocolOf(endpoint.protocol)
  if (memory?.isKept(id) !== true) return undefined
  const { userId } = caller
  await limits.tokenCount(userId)
  const answer = (await responseMemory.read(userId, [id])).get(id)
  if (answer === undefined) return undefined
  if (request.method === 'DELETE') {
    await responseMemory.forget(userId, id)
    return memory.deleted(id)
  }
  if (endpoint.path.endsWith('/cancel')) throw new ApplicationError('response_not_cancellable', { id })
  const query = new URLSearchParams(queryOf(request))
  if (endpoint.path.endsWith('/input_items')) return listItems({ memory, responseMemory, userId }, answer, query)
  if (query.get('stream') === 'true') throw new ApplicationError('response_not_streamable', { id })
  return answer.response
}

/** All that was asked up to it, its own and that of the turns before. */
const listItems = async (
  { memory, responseMemory, userId }: Pick<Live, 'responseMemory'> & { memory: AnswerMemory; userId: number },
  answer: RememberedResponse,
  query: URLSearchParams,
): Promise<JsonObject> => {
  const { limit, order, beyond } = inDialect(() => readKeptPage(responseItemsPlace, query))
  // Where a turn before it is gone, its own are left.
  const ids = (await responseMemory.findChain(userId, answer.id))?.ids ?? [answer.id]
  const known = new Map(await responseMemory.read(userId, ids))
  const chain = ids.flatMap((id) => known.get(id) ?? []).reverse()
  const named = [...memory.namedIn(chain.flatMap(({ input }) => input))].filter((id) => !known.has(id))
  for (const [id, found] of await responseMemory.read(userId, named)) known.set(id, found)
  const items = memory.listed(chain, known)
  if (order === 'desc') items.reverse()
  const at = beyond === undefined ? undefined : items.findIndex((item) => item.id === beyond.id)
  if (at === -1) throw new ApplicationError('thing_missing', { place: beyond?.place ?? 'after', id: beyond?.id ?? '' })
  const from = at === undefined ? 0 : beyond?.isBefore === true ? Math.max(0, at - limit) : at + 1
  const until = beyond?.isBefore === true ? (at ?? 0) : from + limit
  const hasMore = beyond?.isBefore === true ? from > 0 : until < items.length
  return writeKeptList(responseItemsPlace, items.slice(from, until), hasMore)
}
