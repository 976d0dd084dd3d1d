import type * as z from 'zod/mini'
import { type channelInfo, channelStatuses } from '#contract/channels.ts'
import type { ErrorValues } from '#contract/error-reasons.ts'
import { findChannel, updateUnchangedChannel } from '../../db/channels.ts'
import type { Database } from '../../db/database.ts'
import type { ChannelChange, ChannelRow } from '../../db/schema.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Vault } from '../../lib/vault.ts'
import type { NoticeMessage } from '../messages/notice-texts.ts'
import type { Notifications } from '../messages/notifications.ts'
import type { Options } from '../options.ts'
import type { Channel } from './channel.ts'
import type { Cause } from './channel-cause.ts'
import { type ChannelFault, disablingReason, reasonOf } from './channel-faults.ts'
import { keyIdOf, readKeyStates, writeKeyStates } from './channel-key-states.ts'
import {
  channelDisabledNotice,
  channelEnabledNotice,
  keyDisabledNotice,
  keyEnabledNotice,
  upstreamRefusesNotice,
} from './channel-notices.ts'
import type { ChannelPool } from './channel-pool.ts'
import { splitKeys } from './open-channels.ts'

/** What became of a channel. */
type Switched = 'channel' | 'key' | undefined

/** Switches channels off that are of no use any more, and on again: a single key of several first. */
export type ChannelWatch = {
  /** After an attempt that the upstream refused. Nobody waits for what follows from it. */
  note: (fault: ChannelFault) => void
  /** The same for whoever wants to know what followed. */
  judge: (fault: ChannelFault) => Promise<Switched>
  /**
   * Unless the operator does not want it of any channel, or not of this one. Without a key: all of it. The reason is one of
   * error-reasons.ts with its values, or what the upstream said.
   */
  disable: (channel: Channel, key: string | undefined, reason: string, values?: ErrorValues) => Promise<Switched>
  /** A test has shown that the key is good. Only what was disabled here is enabled, never what an operator disabled. */
  enable: (channel: Channel, key: string) => Promise<Switched>
}

type Parts = {
  database: Database
  options: Options
  pool: ChannelPool
  notifications: Notifications
  vault: Vault
  clock: Clock
  log: Log
}

type Decision = { change: ChannelChange; switched: Switched; message: NoticeMessage }

/** Another change may come in between, and then it is decided anew. */
const mostTries = 5

export const createChannelWatch = (parts: Parts): ChannelWatch => {
  const { database, options, pool, notifications, vault, clock, log } = parts
  /** What is being switched off now: calls that fail meanwhile need not ask for it again. */
  const busy = new Set<string>()

  /** Decides by the row as it is and writes only if it still is so: of all nodes that want a change, one makes it. */
  const change = async (id: number, decide: (row: ChannelRow) => Decision | undefined): Promise<Switched> => {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const row = await findChannel(database.query, id)
      const decision = row && decide(row)
      if (row === undefined || decision === undefined) return undefined
      if (!(await updateUnchangedChannel(database.query, row, decision.change))) continue
      await pool.refresh([id])
      notifications.notifyRoot(`channel_update_${id}`, decision.message)
      return decision.switched
    }
    return undefined
  }

  const disable: ChannelWatch['disable'] = async (channel, key, reason, values) => {
    if (!isWanted(channel, options)) return undefined
    const name = `${channel.id} ${key}`
    if (busy.has(name)) return undefined
    busy.add(name)
    try {
      return await change(channel.id, (row) =>
        disabling(row, key, { reason, values }, { vault, now: nowSeconds(clock) }),
      )
    } finally {
      busy.delete(name)
    }
  }

  const judge: ChannelWatch['judge'] = async (fault) => {
    const reason = disablingReason(fault, options)
    return reason === undefined ? undefined : disable(fault.channel, fault.key, reason)
  }

  return {
    note: (fault) => {
      const { channel, key } = fault
      const reason = isWanted(channel, options) ? disablingReason(fault, options) : undefined
      if (reason !== undefined) {
        disable(channel, key, reason).catch((error: unknown) =>
          log.error('a channel could not be disabled', { channel: channel.id, error }),
        )
      } else if (fault.isOperators) {
        // Clients are told nothing of it, so the operator has to be.
        notifications.notifyRoot(`channel_update_${channel.id}`, upstreamRefusesNotice(channel, reasonOf(fault)))
      }
    },
    judge: async (fault) => (isWanted(fault.channel, options) ? judge(fault) : undefined),
    disable,
    enable: async (channel, key) =>
      (!channel.enabled || channel.keyStates.size > 0) && options.get('AutomaticEnableChannelEnabled')
        ? change(channel.id, (row) => enabling(row, key, vault))
        : undefined,
  }
}

const isWanted = ({ autoBan }: Channel, options: Options): boolean =>
  autoBan && options.get('AutomaticDisableChannelEnabled')

const disabling = (
  row: ChannelRow,
  key: string | undefined,
  cause: Cause,
  { vault, now }: { vault: Vault; now: number },
): Decision | undefined => {
  const { reason, values } = cause
  const keys = splitKeys(vault.open(row.key_sealed), row)
  if (row.status !== channelStatuses.enabled) return undefined
  const whole: ChannelChange = {
    status: channelStatuses.autoDisabled,
    other_info: JSON.stringify({
      status_reason: reason,
      ...(values === undefined ? {} : { status_values: values }),
      status_time: now,
    } satisfies z.output<typeof channelInfo>),
  }
  // Its keys may have been changed since the call.
  if (key !== undefined && !keys.includes(key)) return undefined
  if (key === undefined || keys.length < 2)
    return { change: whole, switched: 'channel', message: channelDisabledNotice(row, cause) }
  const states = new Map(readKeyStates(row.key_states))
  if (states.has(keyIdOf(vault, key))) return undefined
  states.set(keyIdOf(vault, key), { reason, time: now })
  const key_states = writeKeyStates(states)
  if (keys.every((each) => states.has(keyIdOf(vault, each)))) {
    return { change: { ...whole, key_states }, switched: 'channel', message: channelDisabledNotice(row, cause) }
  }
  return { change: { key_states }, switched: 'key', message: keyDisabledNotice(row, keys.indexOf(key) + 1, cause) }
}

const enabling = (row: ChannelRow, key: string, vault: Vault): Decision | undefined => {
  if (row.status === channelStatuses.disabled) return undefined
  if (!splitKeys(vault.open(row.key_sealed), row).includes(key)) return undefined
  const states = new Map(readKeyStates(row.key_states))
  if (states.get(keyIdOf(vault, key))?.byHand) return undefined
  const hadKey = states.delete(keyIdOf(vault, key))
  const key_states = writeKeyStates(states)
  if (row.status === channelStatuses.autoDisabled) {
    const change = { status: channelStatuses.enabled, other_info: '', key_states }
    return { change, switched: 'channel', message: channelEnabledNotice(row) }
  }
  return hadKey ? { change: { key_states }, switched: 'key', message: keyEnabledNotice(row) } : undefined
}
