import type { ChannelRun } from '#contract/channel-upkeep.ts'
import { channelStatuses } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import { logTypes } from '#contract/log-types.ts'
import { claimTest, findChannels, listChannelIds, updateChannel } from '../../db/channels.ts'
import type { Database, Executor } from '../../db/database.ts'
import { findRoot } from '../../db/users.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Vault } from '../../lib/vault.ts'
import { type Actor, recordAct } from '../audit.ts'
import type { Domain } from '../domain.ts'
import { recordEvent } from '../events.ts'
import type { Channel } from './channel.ts'
import type { ChannelFault } from './channel-faults.ts'
import { keyIdOf } from './channel-key-states.ts'
import { channelsTestedNotice } from './channel-notices.ts'
import { touched } from './channel-record.ts'
import type { ChannelRuns, RunResult } from './channel-runs.ts'

/** One small call through the relay's own stages, which nobody is charged for. */
export type Probe = (channel: Channel, wish: { model: string; key: string }) => Promise<ProbeResult>

type ProbeResult =
  /** `text`: how the answer begins; it is shown to whoever tests, and kept nowhere. */
  | { outcome: 'answered'; model: string; ms: number; text: string; promptTokens: number; completionTokens: number }
  /** `fault`: what the upstream said, when it answered at all. */
  | { outcome: 'failed'; model: string; ms: number; reason: string; fault: ChannelFault | undefined }
  /** None of its models can be asked a small question. */
  | { outcome: 'untestable' }

/** Finds out whether channels answer, by asking them. */
export type ChannelTests = {
  /** Milliseconds until it had answered, and how the answer begins. */
  test: (id: number, model: string, actor: Actor) => Promise<{ ms: number; text: string }>
  /**
   * Begins to test all that no operator disabled and that can be tested. What fails is disabled, what answers again
   * enabled.
   */
  testAll: (actor: Actor) => Promise<ChannelRun>
  /** Begins to test these, in the same way, whoever disabled them. */
  testMany: (ids: readonly number[], actor: Actor) => Promise<ChannelRun>
  /** Tests those whose last test is longer ago than the operator wants. */
  testDue: () => Promise<void>
}

type Tested = Exclude<ProbeResult, { outcome: 'untestable' }>
type Tester = { id: number; name: string }
type Parts = {
  domain: Pick<Domain, 'clock' | 'options' | 'pool' | 'keys' | 'vault' | 'watch' | 'notifications'>
  database: Database
  runs: ChannelRuns
  probe: Probe
  /** Whether one of its models can be asked a small question. */
  isTestable: (channel: Channel | undefined) => boolean
}

const testFailed = ({ ms, reason }: { ms: number; reason: string }): ApplicationError =>
  new ApplicationError('channel_test_failed', { time: seconds(ms), reason })

/** Of a channel with very many disabled keys, so many are tried at a time. */
const mostKeysTried = 20
const longestFault = 200
const tested = [channelStatuses.enabled, channelStatuses.autoDisabled]

export const createChannelTests = ({ domain, database, runs, probe, isTestable }: Parts): ChannelTests => {
  const { clock, keys, notifications, options, pool, vault, watch } = domain

  /** `fault`: why the channel is taken to have failed; undefined: that is not for this test to say. */
  const keep = async (channel: Channel, result: Tested, tester: Tester, fault: string | undefined) => {
    await updateChannel(database.query, channel.id, {
      response_time: Math.round(result.ms),
      test_time: nowSeconds(clock),
      ...(fault === undefined ? {} : { test_fault: fault.slice(0, longestFault) }),
    })
    if (result.outcome === 'answered') await writeRow(database.query, clock, channel, result, tester)
  }

  /** With the key that calls go with, or with one of those that are left out. */
  const testKey = async (channel: Channel, key: string, isLeftOut: boolean, tester: Tester): Promise<RunResult> => {
    const result = await probe(channel, { model: '', key })
    if (result.outcome === 'untestable') return 'left_out'
    const limit = options.get('ChannelDisableThreshold')
    const fault = faultOf(result, limit)
    await keep(channel, result, tester, isLeftOut ? undefined : fault)
    if (result.outcome === 'failed') {
      const followed = result.fault && (await watch.judge(result.fault))
      return followed === undefined ? 'failed' : 'disabled'
    }
    if (fault !== '') {
      const values = { time: seconds(result.ms), limit }
      const switched = await watch.disable(channel, undefined, 'answered_slowly', values)
      return switched === undefined ? 'failed' : 'disabled'
    }
    return (await watch.enable(channel, key)) === undefined ? 'fine' : 'enabled'
  }

  /** Unless somebody else, on whichever node, has tested it since `due`. */
  const testClaimed = async (id: number, due: number, tester: Tester): Promise<RunResult> => {
    const channel = pool.find(id)
    const claim = { due, now: nowSeconds(clock) }
    if (channel === undefined || !(await claimTest(database.query, id, claim))) return 'left_out'
    const disabled = stoppedKeys(channel, vault).slice(0, mostKeysTried)
    const tried = channel.keys.length === 0 ? disabled : [keys.next(channel), ...disabled]
    let result: RunResult = 'fine'
    for (const [place, key] of (tried.length === 0 ? [''] : tried).entries()) {
      const latest = await testKey(pool.find(id) ?? channel, key, place > 0, tester)
      if (result === 'fine' || latest === 'disabled') result = latest
    }
    return result
  }

  const testable = (ids: readonly number[]) => ids.filter((id) => isTestable(pool.find(id)))

  return {
    test: async (id, model, actor) => {
      const channel = pool.find(id)
      if (channel === undefined) throw new ApplicationError('channel_missing')
      const key = keys.next(channel) || (channel.allKeys[0] ?? '')
      const result = await probe(channel, { model, key })
      if (result.outcome === 'untestable') throw new ApplicationError('channel_untestable')
      // A model of somebody's choice says nothing of the channel when it fails.
      if (model === '' || result.outcome === 'answered') await keep(channel, result, actor, faultOf(result, 0))
      if (result.outcome === 'failed') throw testFailed(result)
      await watch.enable(channel, key)
      return { ms: result.ms, text: result.text }
    },
    testAll: async (actor) => {
      const ids = testable(await listChannelIds(database.query, { statuses: tested }))
      const due = nowSeconds(clock)
      const begun = runs.begin('test', ids, (id) => testClaimed(id, due, actor))
      const act = { action: 'channel.test_all', target: 'channels', after: { channels: ids.length } } as const
      await recordAct(database.query, clock, actor, act)
      runs
        .idle()
        .then(() => notifications.notifyRoot('channel_test', channelsTestedNotice(runs.state().test)))
        .catch(() => {})
      return begun
    },
    testMany: async (wanted, actor) => {
      const ids = testable((await findChannels(database.query, [...new Set(wanted)])).map(({ id }) => id))
      const due = nowSeconds(clock)
      const begun = runs.begin('test', ids, (id) => testClaimed(id, due, actor))
      await recordAct(database.query, clock, actor, {
        action: 'channel.test_many',
        ...touched(ids),
        after: { channels: ids.length },
      })
      return begun
    },
    testDue: async () => {
      const interval = options.get('ChannelTestInterval')
      if (interval === 0 || runs.state().test.running) return
      const now = nowSeconds(clock)
      const due = now - interval * 60
      const ids = testable(await listChannelIds(database.query, { statuses: tested, testedBefore: { due, now } }))
      const root = await findRoot(database.query)
      if (ids.length === 0 || root === undefined) return
      const tester = { id: root.id, name: root.username }
      runs.begin('test', ids, (id) => testClaimed(id, due, tester))
      await runs.idle()
    },
  }
}

/** Those that stopped by themselves: what an operator disabled is not tried. */
const stoppedKeys = ({ allKeys, keys, keyStates }: Channel, vault: Vault): string[] =>
  allKeys.filter((key) => !keys.includes(key) && !keyStates.get(keyIdOf(vault, key))?.byHand)

/** Why it failed, as its row keeps it; empty: it did not. A test of all has a limit. */
const faultOf = (result: Tested, limitSeconds: number): string => {
  if (result.outcome === 'failed') return result.reason
  return limitSeconds > 0 && result.ms > limitSeconds * 1000 ? 'over_limit' : ''
}

const writeRow = (
  executor: Executor,
  clock: Clock,
  channel: Channel,
  { model, ms, promptTokens, completionTokens }: Tested & { outcome: 'answered' },
  tester: Tester,
) => {
  const { id, name } = channel
  return recordEvent(executor, clock, {
    ...{ type: logTypes.system, userId: tester.id, username: tester.name, amount: 0 },
    content: `Tested channel "${name}" (#${id}) with model ${model}: it answered in ${seconds(ms)} s`,
    happened: { name: 'channel_tested', values: { channel: name, id, model, seconds: seconds(ms) } },
    other: {
      admin_info: { use_channel: [String(id)] },
      test: { channel: id, model, prompt_tokens: promptTokens, completion_tokens: completionTokens },
    },
  })
}

/** To the thousandth: a short one is not none. */
const seconds = (ms: number): number => Math.round(ms) / 1000
