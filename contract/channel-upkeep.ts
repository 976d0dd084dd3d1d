import * as z from 'zod/mini'
import { channel, channelFields, channelKey } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { idParams, idsUpTo, nothing, secondsText, singleLine } from './fields.ts'

/** Work on all channels that goes on in the background, on whichever node it was begun. */
export const channelRun = z.object({
  running: z.boolean(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** How many channels it disabled and enabled. */
  disabled: z.int(),
  enabled: z.int(),
  /** Unix seconds; 0: never, or not yet. */
  started_at: z.int(),
  finished_at: z.int(),
  /** Which channel it is about; 0: all of them. */
  channel: z.int(),
})
export type ChannelRun = z.output<typeof channelRun>

/** Channels that failed their last test for one reason. */
const testFailure = z.object({
  /** As `test_fault` of a channel. */
  reason: z.string(),
  channels: z.array(z.object({ id: z.int(), name: z.string(), status: z.int() })),
})
export type TestFailure = z.output<typeof testFailure>

/** Asking upstreams how they are: tests, their models, what is left to spend. */
export const channelUpkeep = {
  test: endpoint({
    method: 'GET',
    path: '/api/channel/test/:id',
    access: 'admin',
    summary: 'Send one small call to a channel; refused with the reason when it fails',
    changes: true,
    touches: ['log', 'data'],
    params: idParams,
    query: z.object({ model: z._default(singleLine(255), '') }),
    data: nothing,
    beside: z.object({
      /** Seconds. A refusal has it too. */
      time: z.number(),
      /** How the text of the answer begins, at most 200 signs; empty: it has none. */
      answer: z.string(),
    }),
  }),
  testAll: endpoint({
    method: 'GET',
    path: '/api/channel/test',
    access: 'admin',
    summary: 'Begin to test every channel that no operator disabled; refused while a test of all goes on',
    changes: true,
    data: channelRun,
  }),
  testMany: endpoint({
    method: 'POST',
    path: '/api/channel/test',
    access: 'admin',
    summary: 'Begin to test these channels; refused while a test of several goes on',
    body: z.object({ ids: idsUpTo(10_000) }),
    data: channelRun,
  }),
  failedTests: endpoint({
    method: 'GET',
    path: '/api/channel/tests/failed',
    access: 'admin',
    summary: 'Channels whose last test failed, by the reason, the most frequent first; at most 1000 of them',
    /** Unix seconds: those alone that were tested since, as by the run that began then; zero narrows nothing. */
    query: z.object({ since: secondsText }),
    data: z.array(testFailure),
  }),
  runs: endpoint({
    method: 'GET',
    path: '/api/channel/runs',
    access: 'admin',
    summary: 'How far the last test of all and the last update of all balances have come',
    data: z.object({ test: channelRun, balance: channelRun }),
  }),
  fetchModels: endpoint({
    method: 'GET',
    path: '/api/channel/fetch_models/:id',
    access: 'admin',
    summary: 'The models that the upstream of a channel says it has',
    params: idParams,
    data: z.array(z.string()),
  }),
  fetchNewModels: endpoint({
    method: 'POST',
    path: '/api/channel/fetch_models',
    access: 'admin',
    summary: 'The same for a channel that is not saved yet',
    body: z.object({
      type: z._default(channelFields.type, 1),
      key: z._default(channelFields.key, ''),
      key_list: z._default(channelFields.key_list, 1),
      base_url: z._default(channelFields.base_url, ''),
      other: z._default(channelFields.other, ''),
      setting: z._default(channelFields.setting, ''),
    }),
    data: z.array(z.string()),
  }),
  updateBalance: endpoint({
    method: 'GET',
    path: '/api/channel/update_balance/:id',
    access: 'admin',
    summary: 'Ask what is left to spend with a channel',
    changes: true,
    params: idParams,
    data: nothing,
    beside: z.object({ balance: z.number() }),
  }),
  updateBalances: endpoint({
    method: 'GET',
    path: '/api/channel/update_balance',
    access: 'admin',
    summary: 'Begin to ask that for every enabled channel whose vendor tells; refused while it goes on',
    changes: true,
    data: channelRun,
  }),
  enableKeys: endpoint({
    method: 'POST',
    path: '/api/channel/:id/keys/enable',
    access: 'admin',
    summary: 'Use keys again that were left out: the one named, or all',
    params: idParams,
    body: z.object({ key: z.optional(z.string().check(z.maxLength(64))) }),
    data: channel,
  }),
  keys: endpoint({
    method: 'GET',
    path: '/api/channel/:id/keys',
    access: 'admin',
    summary: 'How each key of a channel with several stands, those that are left out first; at most 1000, none shown',
    params: idParams,
    data: z.array(channelKey),
  }),
  disableKey: endpoint({
    method: 'POST',
    path: '/api/channel/:id/keys/disable',
    access: 'admin',
    summary: 'Leave one key out until it is enabled again; the last one that is in use is refused',
    params: idParams,
    body: z.object({ key: z.string().check(z.maxLength(64)) }),
    data: channel,
  }),
  wake: endpoint({
    method: 'POST',
    path: '/api/channel/:id/wake',
    touches: ['health'],
    access: 'admin',
    summary: 'End the rests of a channel and of its keys on every node: calls go there again at once',
    params: idParams,
    data: channel,
  }),
}
