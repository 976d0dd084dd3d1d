import { channelStatuses } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import { lockChannels, updateChannel } from '../../db/channels.ts'
import type { OpenTransaction } from '../../db/database.ts'
import type { ChannelRow } from '../../db/schema.ts'
import { nowSeconds } from '../../lib/clock.ts'
import { type Actor, changedFields, recordAct } from '../audit.ts'
import { keyIdOf, readKeyStates, writeKeyStates } from './channel-key-states.ts'
import type { NewChannelsParts } from './new-channels.ts'
import { splitKeys } from './open-channels.ts'

/** What operators do with single keys of a channel that has several. */
export type ChannelKeyActs = {
  /** Uses keys again that were left out: the one with this name, or all. */
  enableKeys: (id: number, key: string | undefined, actor: Actor) => Promise<ChannelRow>
  /** Leaves one out until it is enabled again; a test that it passes does not do that. */
  disableKey: (id: number, key: string, actor: Actor) => Promise<ChannelRow>
}

type KeyChange = { key_states: string; status?: number; other_info?: string }

export const createChannelKeyActs = ({ domain, database }: NewChannelsParts): ChannelKeyActs => {
  const { clock, keys, pool, vault, wakeKey } = domain

  const changing = async (
    id: number,
    actor: Actor,
    action: 'channel.enable_keys' | 'channel.disable_key',
    decide: (before: ChannelRow, names: readonly string[]) => KeyChange,
  ): Promise<ChannelRow> => {
    const row = await database.transaction(async (transaction: OpenTransaction) => {
      // A key may be disabled by its own failures at the same time.
      const [before] = await lockChannels(transaction, [id])
      if (before === undefined) throw new ApplicationError('channel_missing')
      const names = splitKeys(vault.open(before.key_sealed), before).map((each) => keyIdOf(vault, each))
      const fields = decide(before, names)
      await updateChannel(transaction, id, fields)
      const after = { ...before, ...fields }
      await recordAct(transaction, clock, actor, {
        action,
        target: `channel:${id}`,
        ...changedFields(keysTold(before), keysTold(after)),
      })
      return after
    })
    await pool.refresh([id])
    return row
  }

  return {
    enableKeys: async (id, key, actor) => {
      const row = await changing(id, actor, 'channel.enable_keys', (before, names) => {
        const states = new Map(readKeyStates(before.key_states))
        if (key !== undefined && !names.includes(key)) throw new ApplicationError('channel_key_unknown')
        if (key === undefined) states.clear()
        else states.delete(key)
        const isOnAgain = before.status === channelStatuses.autoDisabled
        const on = isOnAgain ? { status: channelStatuses.enabled, other_info: '' } : {}
        return { ...on, key_states: writeKeyStates(states) }
      })
      // The others go on resting.
      if (key === undefined) keys.forget(id)
      else wakeKey(id, key)
      return row
    },
    disableKey: (id, key, actor) =>
      changing(id, actor, 'channel.disable_key', ({ key_states }, names) => {
        if (!names.includes(key)) throw new ApplicationError('channel_key_unknown')
        const states = new Map(readKeyStates(key_states))
        if (names.every((name) => name === key || states.has(name))) throw new ApplicationError('channel_key_last')
        states.set(key, { reason: '', time: nowSeconds(clock), byHand: true })
        return { key_states: writeKeyStates(states) }
      }),
  }
}

const keysTold = ({ status, key_states }: ChannelRow): object => ({
  status,
  disabled: readKeyStates(key_states).size,
})
