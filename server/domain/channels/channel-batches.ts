import type { ReplacedValues, TagChange, WholeTag } from '#contract/channel-batches.ts'
import { channelStatuses } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import { deleteChannels, listChannelIds, listTaggedChannels, updateChannels } from '../../db/channels.ts'
import type { OpenTransaction } from '../../db/database.ts'
import { type Actor, recordAct } from '../audit.ts'
import { actingOnChannels, lockedByTag } from './acting-on-channels.ts'
import { deletionOf, recordsOf, touched } from './channel-record.ts'
import { type ChannelSwitches, type ChannelSwitchParts, createChannelSwitches } from './channel-switches.ts'
import { changesByTag, wholeFields, wholeTagFields } from './tag-fields.ts'

/** Acts on many channels at once. Most answer how many channels they reached; ids that nobody has are passed over. */
export type ChannelBatches = ChannelSwitches & {
  remove: (ids: readonly number[], reason: string, actor: Actor) => Promise<number>
  removeDisabled: (reason: string, actor: Actor) => Promise<number>
  /** An empty tag is none. */
  tag: (ids: readonly number[], tag: string, actor: Actor) => Promise<number>
  readTag: (tag: string) => Promise<WholeTag>
  /** Answers what it replaced, and by what, so that it can be taken back. */
  changeTag: (change: TagChange, actor: Actor) => Promise<ReplacedValues[]>
  /** Reads all channels again, which says anew what each of them serves. */
  fix: (actor: Actor) => Promise<number>
}

export const createChannelBatches = ({ domain, database, addressPolicy }: ChannelSwitchParts): ChannelBatches => {
  const { clock, pool, vault } = domain
  const acting = actingOnChannels({ pool, database })

  const removing =
    (reason: string, actor: Actor) =>
    async (transaction: OpenTransaction, ids: readonly number[]): Promise<void> => {
      await deleteChannels(transaction, ids)
      await recordAct(transaction, clock, actor, deletionOf(ids, { channels: ids.length }, reason))
    }

  return {
    remove: (ids, reason, actor) =>
      acting((transaction) => listChannelIds(transaction, { ids }), removing(reason, actor)),
    removeDisabled: (reason, actor) =>
      acting(
        (transaction) =>
          listChannelIds(transaction, { statuses: [channelStatuses.disabled, channelStatuses.autoDisabled] }),
        removing(reason, actor),
      ),
    tag: (ids, tag, actor) =>
      acting(
        (transaction) => listChannelIds(transaction, { ids }),
        async (transaction, found) => {
          await updateChannels(transaction, found, { tag })
          await recordAct(transaction, clock, actor, { action: 'channel.tag', ...touched(found), after: { tag } })
        },
      ),
    readTag: async (tag) => {
      const rows = await listTaggedChannels(database.query, tag)
      if (rows.length === 0) throw new ApplicationError('channel_tag_missing', { tag })
      return { tag, count: rows.length, fields: wholeTagFields(rows) }
    },
    changeTag: async (change, actor) => {
      const parts = { vault, addressPolicy }
      const whole = wholeFields(change, parts)
      let replaced: ReplacedValues[] = []
      await acting(
        async (transaction) => {
          replaced = changesByTag(await lockedByTag(transaction, change.tag), change, whole, parts)
          return replaced.flatMap(({ ids }) => ids)
        },
        async (transaction, found) => {
          for (const { ids, now } of replaced) await updateChannels(transaction, ids, now)
          const { add, take } = change
          await recordAct(transaction, clock, actor, {
            action: 'channel.change_tag',
            target: `tag:${change.tag}`,
            records: recordsOf(found),
            after: { channels: found.length, ...whole, add, take },
          })
        },
      )
      return replaced
    },
    ...createChannelSwitches({ domain, database, addressPolicy }),
    fix: async (actor) => {
      const ids = await listChannelIds(database.query)
      await recordAct(database.query, clock, actor, {
        action: 'channel.fix',
        target: 'channels',
        after: { channels: ids.length },
      })
      await pool.refresh([...new Set([...pool.ids(), ...ids])])
      return ids.length
    },
  }
}
