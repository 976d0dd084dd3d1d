import type { ChangedValues, TagChange, ValueChange, WholeTag } from '#contract/channel-batches.ts'
import { channelStatuses } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import {
  deleteChannels,
  listChannelIds,
  listTaggedChannels,
  lockChannels,
  lockTaggedChannels,
  updateChannels,
} from '../../db/channels.ts'
import type { Database, OpenTransaction } from '../../db/database.ts'
import type { AddressPolicy } from '../../lib/outbound/address-guard.ts'
import type { Domain } from '../domain.ts'
import { type Actor, recordAct } from '../people/audit.ts'
import { targetOf } from './channel-record.ts'
import { changeValues } from './channel-values.ts'
import { changesByTag, wholeFields, wholeTagFields } from './tag-fields.ts'

/** Acts on many channels at once. Each answers how many channels it reached; ids that nobody has are passed over. */
export type ChannelBatches = {
  remove: (ids: readonly number[], actor: Actor) => Promise<number>
  removeDisabled: (actor: Actor) => Promise<number>
  /** An empty tag is none. */
  tag: (ids: readonly number[], tag: string, actor: Actor) => Promise<number>
  readTag: (tag: string) => Promise<WholeTag>
  changeTag: (change: TagChange, actor: Actor) => Promise<number>
  switchTag: (tag: string, isOn: boolean, actor: Actor) => Promise<number>
  /** Answers those that it took out of use, or put into it. */
  switchMany: (ids: readonly number[], isOn: boolean, actor: Actor) => Promise<number[]>
  /** Answers those that had something else, and what. */
  changeMany: (changes: readonly ValueChange[], actor: Actor) => Promise<ChangedValues[]>
  /** Reads all channels again, which says anew what each of them serves. */
  fix: (actor: Actor) => Promise<number>
}

type Parts = { domain: Pick<Domain, 'clock' | 'vault' | 'pool'>; database: Database; addressPolicy: AddressPolicy }

export const createChannelBatches = ({ domain, database, addressPolicy }: Parts): ChannelBatches => {
  const { clock, pool, vault } = domain

  /** Finds the channels, acts on them and writes that down, in one transaction; the relay goes by it at once. */
  const acting = async (
    find: (transaction: OpenTransaction) => Promise<number[]>,
    act: (transaction: OpenTransaction, ids: readonly number[]) => Promise<void>,
  ): Promise<number> => {
    const ids = await database.transaction(async (transaction) => {
      const found = await find(transaction)
      if (found.length > 0) await act(transaction, found)
      return found
    })
    await pool.refresh(ids)
    return ids.length
  }

  const removing =
    (actor: Actor) =>
    async (transaction: OpenTransaction, ids: readonly number[]): Promise<void> => {
      await deleteChannels(transaction, ids)
      await recordAct(transaction, clock, actor, {
        action: 'channel.delete',
        target: targetOf(ids),
        before: { channels: ids.length },
      })
    }

  const ofTag = (tag: string) => async (transaction: OpenTransaction) => {
    const ids = await listChannelIds(transaction, { tag })
    if (ids.length === 0) throw new ApplicationError('channel_tag_missing', { tag })
    return ids
  }

  return {
    remove: (ids, actor) => acting((transaction) => listChannelIds(transaction, { ids }), removing(actor)),
    removeDisabled: (actor) =>
      acting(
        (transaction) =>
          listChannelIds(transaction, { statuses: [channelStatuses.disabled, channelStatuses.autoDisabled] }),
        removing(actor),
      ),
    tag: (ids, tag, actor) =>
      acting(
        (transaction) => listChannelIds(transaction, { ids }),
        async (transaction, found) => {
          await updateChannels(transaction, found, { tag })
          await recordAct(transaction, clock, actor, { action: 'channel.tag', target: targetOf(found), after: { tag } })
        },
      ),
    readTag: async (tag) => {
      const rows = await listTaggedChannels(database.query, tag)
      if (rows.length === 0) throw new ApplicationError('channel_tag_missing', { tag })
      return { tag, count: rows.length, fields: wholeTagFields(rows) }
    },
    changeTag: (change, actor) => {
      const parts = { vault, addressPolicy }
      const whole = wholeFields(change, parts)
      return acting(ofTag(change.tag), async (transaction, ids) => {
        const rows = await lockTaggedChannels(transaction, change.tag)
        for (const each of changesByTag(rows, change, whole, parts)) {
          await updateChannels(transaction, each.ids, each.fields)
        }
        const { add, take } = change
        await recordAct(transaction, clock, actor, {
          action: 'channel.change_tag',
          target: `tag:${change.tag}`,
          after: { channels: ids.length, ...whole, add, take },
        })
      })
    },
    switchTag: (tag, isOn, actor) =>
      acting(ofTag(tag), async (transaction, ids) => {
        const after = await switchAll(transaction, ids, isOn)
        const action = isOn ? 'channel.enable_tag' : 'channel.disable_tag'
        await recordAct(transaction, clock, actor, { action, target: `tag:${tag}`, after })
      }),
    switchMany: async (ids, isOn, actor) => {
      let switched: number[] = []
      await acting(
        async (transaction) => {
          const wanted = isOn ? channelStatuses.enabled : channelStatuses.disabled
          const unlike = (await lockChannels(transaction, ids)).filter(({ status }) => status !== wanted)
          // One that stopped by itself is kept from starting again, which nobody wants undone.
          switched = idsOf(unlike.filter(({ status }) => isOn || status === channelStatuses.enabled))
          return idsOf(unlike)
        },
        async (transaction, found) => {
          const after = await switchAll(transaction, found, isOn)
          const action = isOn ? 'channel.enable' : 'channel.disable'
          await recordAct(transaction, clock, actor, { action, target: targetOf(found), after })
        },
      )
      return switched
    },
    changeMany: async (changes, actor) => {
      let changed: ChangedValues[] = []
      await acting(
        async (transaction) => {
          changed = await changeValues(transaction, changes, { vault, addressPolicy })
          return [...new Set(changed.flatMap(({ ids }) => ids))]
        },
        (transaction, ids) =>
          recordAct(transaction, clock, actor, {
            action: 'channel.change_values',
            target: targetOf(ids),
            ...toldValues(changes, changed),
          }),
      )
      return changed
    },
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

/** Of very many different values the audit keeps some. */
const mostTold = 20

const toldValues = (changes: readonly ValueChange[], changed: readonly ChangedValues[]) => ({
  before: { channels: changed.slice(0, mostTold) },
  after: { values: changes.slice(0, mostTold).map(({ to }) => to) },
})

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

const switchAll = async (transaction: OpenTransaction, ids: readonly number[], isOn: boolean) => {
  const status = isOn ? channelStatuses.enabled : channelStatuses.disabled
  await updateChannels(transaction, ids, { status, other_info: '', ...(isOn ? { key_states: '' } : {}) })
  return { channels: ids.length, status }
}
