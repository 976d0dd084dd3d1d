import { ApplicationError } from '#contract/errors.ts'
import { objectAt, textAt } from '#protocols/json/json.ts'
import { providerOf } from '#providers/index.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import { type Keeper, thingKey } from '../../domain/owned-things.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import { withCleanAnswer } from '../answer-words.ts'
import { bodylessCall, readPassedBody } from '../call.ts'
import { forward, readWhole } from '../forward.ts'
import { sendJson } from '../send-json.ts'
import { wayTo } from '../translate.ts'
import { type FileParts, passForm } from './coming-body.ts'
import { chooseKeeper, madeIn } from './store-file.ts'

/**
 * A large file that is given to an upstream in parts. Its parts go where it was begun, and when it is complete the file is
 * its user's, as any other.
 */
export const answerUpload = async (parts: FileParts, room: BodyRoom): Promise<void> => {
  const { domain, caller, endpoint, response, trace } = parts
  const id = endpoint.parameter
  if (id === '') return beginUpload(parts, room)
  const { channel, keeper } = await findUpload(parts, id)
  const key = keyAt(channel, keeper.keyPlace)
  if (endpoint.path.endsWith('/parts')) {
    const { bytes } = await passForm(parts, { member: 'data', maximumBytes: largestPart, room }, { channel, key })
    return sendJson(response, bytes, trace)
  }
  const bytes = await askFor(parts, room, { channel, key })
  const file = objectAt(madeIn(bytes).told, 'file')
  const fileId = textAt(file, 'id')
  if (file !== undefined && fileId !== undefined) {
    await domain.files.add(caller.userId, [{ id: fileId, ...keeper, told: file }])
  }
  sendJson(response, bytes, trace)
}

/** What the vendor takes, and room for the form around it. */
const largestPart = 65 * 1024 * 1024

/** It is the caller's once that is written down, and only then he is told its id. */
const beginUpload = async (parts: FileParts, room: BodyRoom): Promise<void> => {
  const { domain, caller, response, trace } = parts
  const channel = chooseKeeper(parts, caller, undefined)
  const key = domain.keys.next(channel)
  const bytes = await askFor(parts, room, { channel, key })
  const keeper = { channelId: channel.id, keyPlace: Math.max(0, channel.allKeys.indexOf(key)) }
  domain.ownedThings.remember(caller.userId, [{ kind: 'upload', id: madeIn(bytes).id }], keeper)
  await domain.ownedThings.drain()
  sendJson(response, bytes, trace)
}

const askFor = async (
  { domain, outbound, endpoint, request, trace }: FileParts,
  room: BodyRoom,
  { channel, key }: { channel: Channel; key: string },
): Promise<Buffer> => {
  const sent = await readPassedBody(endpoint, request, room)
  const call = { ...bodylessCall(endpoint, request, ''), contentType: sent.contentType }
  trace.mark('route')
  const { answer } = await forward({ domain, outbound, call }, wayTo(domain, call, channel, key), sent.bytes)
  return withCleanAnswer(await readWhole(answer), channel)
}

const findUpload = async ({ domain, caller }: FileParts, id: string): Promise<{ channel: Channel; keeper: Keeper }> => {
  const named = { place: 'upload_id', id: id.slice(0, 128) }
  const upload = { kind: 'upload', id } as const
  const keeper = (await domain.ownedThings.find(caller.userId, [upload])).get(thingKey(upload))
  if (keeper === undefined) throw new ApplicationError('thing_missing', named)
  const channel = domain.pool.find(keeper.channelId)
  if (channel === undefined || !channel.enabled || !providerOf(channel.type).operations.has('files')) {
    throw new ApplicationError('thing_channel_gone', named)
  }
  return { channel, keeper }
}
