import { ApplicationError } from '#contract/errors.ts'
import { findChannel } from '../../db/channels.ts'
import type { Executor } from '../../db/database.ts'
import type { ChannelRow } from '../../db/schema.ts'
import type { Act } from '../audit.ts'
import type { ChannelFields } from './channel-rules.ts'

/** Channels as the audit names them, of very many how many they are, and each of them, by which the act is found. */
export const touched = (ids: readonly number[]): Pick<Act, 'target' | 'records'> => {
  const records = recordsOf(ids)
  return { target: ids.length > 50 ? `channels:${ids.length}` : records.join(' '), records }
}

export const recordsOf = (ids: readonly number[]): string[] => ids.map((id) => `channel:${id}`)

/** The deletion of channels, as the audit keeps it. */
export const deletionOf = (ids: readonly number[], before: object, reason: string): Act => ({
  ...{ action: 'channel.delete', ...touched(ids), before },
  ...(reason === '' ? {} : { after: { reason } }),
})

export const findOrThrow = async (executor: Executor, id: number): Promise<ChannelRow> => {
  const row = await findChannel(executor, id)
  if (row === undefined) throw new ApplicationError('channel_missing')
  return row
}

/** What the audit may know: that the key changed, not what it is. */
export const told = ({ key_sealed, key_hash, ...rest }: ChannelFields): object =>
  key_sealed === undefined && key_hash === undefined ? rest : { ...rest, key: 'changed' }
