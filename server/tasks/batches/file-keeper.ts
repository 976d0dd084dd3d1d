import { ApplicationError } from '#contract/errors.ts'
import { providerOf } from '#providers/index.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import type { Domain } from '../../domain/domain.ts'
import type { KeptFile } from '../../domain/files.ts'
import type { Caller } from '../../relay/authenticate.ts'
import type { BatchEndpoint } from '../../relay/endpoints.ts'

/** Where the caller's file of calls is kept: its batch can go nowhere else. */
export const findFileKeeper = async (
  { files, pool }: Pick<Domain, 'files' | 'pool'>,
  caller: Caller,
  { place, id, operation }: { place: string; id: string } & Pick<BatchEndpoint, 'operation'>,
): Promise<{ channel: Channel; key: string; file: KeptFile }> => {
  const named = { place, id: id.slice(0, 128) }
  const file = await files.find(caller.userId, id)
  if (file === undefined) throw new ApplicationError('thing_missing', named)
  const channel = pool.find(file.channelId)
  const isOpen = channel?.enabled === true && providerOf(channel.type).operations.has(operation)
  if (channel === undefined || !isOpen || (caller.pinnedChannel ?? channel.id) !== channel.id) {
    throw new ApplicationError('thing_channel_gone', named)
  }
  return { channel, key: keyAt(channel, file.keyPlace), file }
}
