import { ApplicationError } from '#contract/errors.ts'
import { providerOf } from '#providers/index.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import type { Domain } from '../../domain/domain.ts'
import type { KeptFile } from '../../domain/files.ts'
import type { Caller } from '../../relay/authenticate.ts'
import type { BatchEndpoint } from '../../relay/endpoints.ts'

type Named = { place: string; id: string }

/** The caller's file of calls. */
export const findFile = async (
  { files }: Pick<Domain, 'files'>,
  { userId }: Caller,
  { place, id }: Named,
): Promise<KeptFile> => {
  const file = await files.find(userId, id)
  if (file === undefined) throw new ApplicationError('thing_missing', { place, id: id.slice(0, 128) })
  return file
}

/** Where it is kept: its batch can go nowhere else. */
export const keeperOfFile = (
  { pool }: Pick<Domain, 'pool'>,
  caller: Caller,
  file: Pick<KeptFile, 'channelId' | 'keyPlace'>,
  { place, id, operation }: Named & Pick<BatchEndpoint, 'operation'>,
): { channel: Channel; key: string } => {
  const channel = pool.find(file.channelId)
  const isOpen = channel?.enabled === true && providerOf(channel.type).operations.has(operation)
  if (channel === undefined || !isOpen || (caller.pinnedChannel ?? channel.id) !== channel.id) {
    throw new ApplicationError('thing_channel_gone', { place, id: id.slice(0, 128) })
  }
  return { channel, key: keyAt(channel, file.keyPlace) }
}
