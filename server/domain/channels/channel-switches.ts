import type { ChangedValues, ValueChange } from '#contract/channel-batches.ts'
import { channelStatuses } from '#contract/channels.ts'
import { lockChannels, updateChannels } from '../../db/channels.ts'
import type { Database, OpenTransaction } from '../../db/database.ts'
import type { ChannelRow } from '../../db/schema.ts'
import type { AddressPolicy } from '../../lib/outbound/address-guard.ts'
import { type Actor, recordAct } from '../audit.ts'
import type { Domain } from '../domain.ts'
import { actingOnChannels, lockedByTag } from './acting-on-channels.ts'
import { keptByHand } from './channel-key-states.ts'
import { recordsOf, touched } from './channel-record.ts'
import { changeValues } from './channel-values.ts'

/** What many channels are set to; what it changed is answered, so that it can be taken back. */
export type ChannelSwitches = {
  /** Both answer those that they took out of use, or put into it. */
  switchTag: (tag: string, isOn: boolean, actor: Actor) => Promise<number[]>
  switchMany: (ids: readonly number[], isOn: boolean, actor: Actor) => Promise<number[]>
  /** Answers those that had something else, and what. */
  changeMany: (changes: readonly ValueChange[], actor: Actor) => Promise<ChangedValues[]>
}

export type ChannelSwitchParts = {
  domain: Pick<Domain, 'clock' | 'vault' | 'pool'>
  database: Database
  addressPolicy: AddressPolicy
}

export const createChannelSwitches = ({ domain, database, addressPolicy }: ChannelSwitchParts): ChannelSwitches => {
  const { clock, pool, vault } = domain
  const acting = actingOnChannels({ pool, database })

  return {
    switchTag: async (tag, isOn, actor) => {
      let rows: ChannelRow[] = []
      await acting(
        async (transaction) => {
          rows = await lockedByTag(transaction, tag)
          return idsOf(rows)
        },
        async (transaction) => {
          const after = await switchAll(transaction, rows, isOn)
          const action = isOn ? 'channel.enable_tag' : 'channel.disable_tag'
          await recordAct(transaction, clock, actor, {
            action,
            target: `tag:${tag}`,
            records: recordsOf(idsOf(rows)),
            after,
          })
        },
      )
      return switchedOf(rows, isOn)
    },
    switchMany: async (ids, isOn, actor) => {
      let unlike: ChannelRow[] = []
      await acting(
        async (transaction) => {
          unlike = (await lockChannels(transaction, ids)).filter(({ status }) => status !== statusOf(isOn))
          return idsOf(unlike)
        },
        async (transaction, found) => {
          const after = await switchAll(transaction, unlike, isOn)
          const action = isOn ? 'channel.enable' : 'channel.disable'
          await recordAct(transaction, clock, actor, { action, ...touched(found), after })
        },
      )
      return switchedOf(unlike, isOn)
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
            ...touched(ids),
            ...toldValues(changes, changed),
          }),
      )
      return changed
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

const statusOf = (isOn: boolean): number => (isOn ? channelStatuses.enabled : channelStatuses.disabled)

/** Those that were the other way. One that had stopped by itself is kept from starting again, which nobody wants undone. */
const switchedOf = (rows: readonly ChannelRow[], isOn: boolean): number[] =>
  idsOf(rows.filter(({ status }) => (status === channelStatuses.enabled) !== isOn))

const switchAll = async (transaction: OpenTransaction, rows: readonly ChannelRow[], isOn: boolean) => {
  const status = statusOf(isOn)
  const ids = idsOf(rows)
  await updateChannels(transaction, ids, { status, other_info: '', ...(isOn ? { key_states: '' } : {}) })
  for (const { id, key_states } of isOn ? rows : []) {
    const kept = keptByHand(key_states)
    if (kept !== '') await updateChannels(transaction, [id], { key_states: kept })
  }
  return { channels: ids.length, status }
}
