import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, parseLenient } from '#protocols/json/json.ts'
import { providerOf } from '#providers/index.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import type { KeptFile } from '../../domain/files.ts'
import { ourselves } from '../../domain/own-batches/own-files.ts'
import { nowSeconds } from '../../lib/clock.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import { withCleanAnswer } from '../answer-words.ts'
import { bodylessCall } from '../call.ts'
import { AttemptFailure } from '../failure.ts'
import { forward, readWhole } from '../forward.ts'
import { harmlessType } from '../media-type.ts'
import { passAnswer } from '../pass-answer.ts'
import { bytesOf, sendJson } from '../send-json.ts'
import { traceHeaders } from '../trace.ts'
import { wayTo } from '../translate.ts'
import type { FileParts } from './coming-body.ts'
import { answerOwnFile } from './own-file.ts'
import { storeFile } from './store-file.ts'
import { answerUpload } from './uploads.ts'

/** Gives a file to an upstream, or lists, reads or deletes those that the caller gave to one. It costs nothing. */
export const answerFile = (parts: FileParts, room: BodyRoom): Promise<void> => {
  const { endpoint, request } = parts
  if (endpoint.path.startsWith('/v1/uploads')) return answerUpload(parts, room)
  if (request.method === 'POST') return storeFile(parts, room)
  if (endpoint.parameter === '') return listFiles(parts)
  return askKeeper(parts, { id: endpoint.parameter, place: 'file_id', isContent: endpoint.path.endsWith('/content') })
}

/** The upstream would list those of everybody here. */
const listFiles = async ({ domain, caller, request, response, trace }: FileParts): Promise<void> => {
  const { url = '' } = request
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const limit = numberIn(query.get('limit')) ?? mostListed
  const after = query.get('after') ?? ''
  const order = query.get('order') === 'asc' ? 'asc' : 'desc'
  const wanted = { named: false, purpose: query.get('purpose') ?? '', order, after, limit: limit + 1 } as const
  const found = await domain.files.list(caller.userId, wanted)
  if (found === undefined) throw new ApplicationError('thing_missing', { place: 'after', id: after.slice(0, 128) })
  const now = nowSeconds(domain.clock)
  const page = found.slice(0, limit)
  const data = page.map(({ told }) => told).filter(({ expires_at: end }) => typeof end !== 'number' || end > now)
  const ends = { first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null }
  sendJson(response, bytesOf({ object: 'list', data, ...ends, has_more: found.length > limit }), trace)
}

const mostListed = 10_000

const numberIn = (text: string | null): number | undefined => {
  if (text === null) return undefined
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > mostListed) {
    throw new ProtocolError('limit', `must be a whole number from 1 to ${mostListed}`)
  }
  return number
}

type AskedFile = { id: string; place: string; isContent: boolean }

/** Reads or deletes a file where it is kept. */
export const askKeeper = async (parts: FileParts, { id, place, isContent }: AskedFile): Promise<void> => {
  const { domain, outbound, caller, endpoint, request, response, trace } = parts
  const named = { place, id: id.slice(0, 128) }
  const found = await domain.files.find(caller.userId, id)
  if (found === undefined) throw new ApplicationError('thing_missing', named)
  if (found.channelId === ourselves) return answerOwnFile(parts, found)
  const channel = domain.pool.find(found.channelId)
  if (channel === undefined || !channel.enabled || !providerOf(channel.type).operations.has(endpoint.operation)) {
    throw new ApplicationError('thing_channel_gone', named)
  }
  const call = bodylessCall(endpoint, request, '')
  const way = wayTo(domain, call, channel, keyAt(channel, found.keyPlace))
  trace.mark('route')
  const { answer } = await forward({ domain, outbound, call }, way, call.bytes).catch(async (error: unknown) => {
    if (error instanceof AttemptFailure && error.status === 404) await domain.files.forget(caller.userId, id)
    throw error
  })
  if (isContent) {
    const type = harmlessType(answer.contentType)
    await passAnswer(answer, response, ['content-type', type, ...traceHeaders(trace)])
    return
  }
  const bytes = withCleanAnswer(await readWhole(answer), channel)
  if (call.method === 'DELETE') await domain.files.forget(caller.userId, id)
  else await learn(parts, found, parseLenient(bytes.toString('utf8')))
  sendJson(response, bytes, trace)
}

/** Some take a while with a file: lists tell what was heard of it last. */
const learn = async ({ domain, caller }: FileParts, { id, told: before }: KeptFile, told: unknown): Promise<void> => {
  if (isObject(told) && JSON.stringify(told) !== JSON.stringify(before))
    await domain.files.learn(caller.userId, id, told)
}
