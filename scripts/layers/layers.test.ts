import { expect, it } from 'vitest'
import { projectFolder } from '../run-program.ts'
import { circleRule } from './circle-rule.ts'
import { columnRule } from './column-rule.ts'
import { doorRule } from './door-rule.ts'
import { formRule } from './form-rule.ts'
import { formatRule } from './format-rule.ts'
import { layerRule } from './layer-rule.ts'
import { liveStateRule } from './live-state-rule.ts'
import { packageRule } from './package-rule.ts'
import { pageRule } from './page-rule.ts'
import { readerRule } from './reader-rule.ts'
import { registryRule } from './registry-rule.ts'
import { roomRule, upsideDown } from './room-rule.ts'
import { searchRule } from './search-rule.ts'
import { silenceRule } from './silence-rule.ts'
import { sizeRule } from './size-rule.ts'
import { smallFileRule } from './small-file-rule.ts'
import { type Rule, readSourceFiles } from './source-file.ts'
import { vendorNumberRule } from './vendor-number-rule.ts'
import { vendorRule } from './vendor-rule.ts'

const check = (rule: Rule, ...planted: [path: string, text: string][]) =>
  rule(planted.map(([path, text]) => ({ path, text }))).map(({ path, line, message }) => `${path}:${line} ${message}`)

const forbidden: [title: string, path: string, text: string][] = [
  ['the contract knows nobody', 'contract/tokens.ts', "import { clock } from '#server/lib/clock.ts'"],
  ['dialects know nobody', 'protocols/sse.ts', "import { tokens } from '#contract/tokens.ts'"],
  ['vendors know no server', 'providers/index.ts', "import { log } from '#server/lib/log.ts'"],
  ['small tools know no domain', 'server/lib/log.ts', "import { ledger } from '../domain/ledger.ts'"],
  ['storage knows no domain', 'server/db/open.ts', "import { ledger } from '../domain/ledger.ts'"],
  ['the hot path knows no tables', 'server/relay/settle.ts', "import type { Database } from '../db/database.ts'"],
  ['an import on demand is an import', 'server/relay/settle.ts', "await import('../db/open.ts')"],
  ['an export from elsewhere is an import', 'server/relay/index.ts', "export * from '../db/open.ts'"],
  ["a worker's file is an import", 'server/relay/x.ts', "new Worker(new URL('../db/worker.ts', import.meta.url))"],
  ['the planes know each other not', 'server/api/tokens.ts', "import { relay } from '../relay/relay.ts'"],
  ['nobody imports what puts it together', 'server/api/tokens.ts', "import { app } from '../app.ts'"],
  ['a feature knows no feature', 'web/features/users/page.tsx', "import { row } from '../tokens/row.tsx'"],
  ['pieces know no feature', 'web/ui/button.tsx', "import { row } from '../features/tokens/row.tsx'"],
  ['the console knows no server', 'web/lib/api.ts', "import { log } from '#server/lib/log.ts'"],
  ['only tests import testing', 'server/main.ts', "import { replay } from '#testing/replay.ts'"],
  ['a crossing shows', 'server/api/tokens.ts', "import { tokens } from '../../contract/tokens.ts'"],
  ['staying at home shows', 'server/api/tokens.ts', "import { log } from '#server/lib/log.ts'"],
  ['every folder has its rule', 'elsewhere/x.ts', "import { log } from '#server/lib/log.ts'"],
]

it.each(forbidden)('refuses: %s', (_title, path, text) => {
  expect(check(layerRule, [path, text])).toHaveLength(1)
})

it('allows what the table allows, and tests anything', () => {
  expect(
    check(
      layerRule,
      ['server/relay/settle.ts', "import { ledger } from '../domain/ledger.ts'\nimport './stream.ts'"],
      ['server/main.ts', "import { app } from './app.ts'\nimport { open } from './db/open.ts'"],
      ['server/relay/relay.test.ts', "import { open } from '../db/open.ts'\nimport { x } from '#testing/x.ts'"],
      ['web/app/pages.ts', "import { page } from '../features/users/page.tsx'"],
      ['web/features/users/page.tsx', "import { row } from './row.tsx'\nimport { users } from '#contract/users.ts'"],
    ),
  ).toEqual([])
})

it.each([
  ['server/domain/money/ledger.ts', "import type { Identities } from '../people/identities.ts'"],
  ['server/domain/words/sensitive-words.ts', "import { pool } from '../channels/channel-pool.ts'"],
  ['server/domain/options.ts', "import { prices } from './money/prices.ts'"],
  ['server/domain/new-room/thing.ts', 'export const thing = 1'],
  ['server/db/settling/charges.ts', "const { open } = await import('../sqlite/sqlite-database.ts')"],
  ['server/relay/memory/recall.ts', "import { record } from '../stored/record-response.ts'"],
  ['server/tasks/batches/hand-in.ts', "import { keep } from '../videos/keep-video.ts'"],
  ['server/lib/outbound/outbound.ts', "import { readBody } from '../inbound/request-body.ts'"],
  ['server/lib/content-decoding.ts', "import { readBody } from './inbound/request-body.ts'"],
  ['protocols/json/json.ts', "import { estimate } from '../counting/estimate.ts'"],
  ['protocols/openai-chat/error.ts', "import { error } from '../anthropic-messages/error.ts'"],
  ['protocols/acme-chat/request.ts', "import { error } from '../anthropic-messages/error.ts'"],
])('refuses what a room takes from a neighbour that it may not know, in %s: %s', (path, text) => {
  expect(check(roomRule, [path, text])).toHaveLength(1)
})

it('allows what the table of rooms allows, and what puts the rooms together', () => {
  expect(
    check(
      roomRule,
      [
        'server/domain/people/registration.ts',
        "import { welcome } from '../messages/welcome.ts'\nimport '../limits.ts'",
      ],
      ['server/domain/open-domain.ts', "import { createLedger } from './money/ledger.ts'"],
      ['server/relay/relay.ts', "import { recall } from './memory/recall.ts'"],
      ['server/tasks/batches/own/own-terms.ts', "import { parts } from '../batch-parts.ts'\nimport '../../poll.ts'"],
      ['server/domain/money/ledger.test.ts', "import { identities } from '../people/identities.ts'"],
      ['protocols/acme-chat/request.ts', "import { error } from '../openai-chat/error.ts'"],
    ),
  ).toEqual([])
})

it('refuses a table of rooms in which two of them could need each other', () => {
  const house = { folder: 'server/domain', beside: [], holders: [] }
  expect(upsideDown({ ...house, rooms: { money: ['people'], people: ['money'] } })).toHaveLength(1)
  expect(upsideDown({ ...house, rooms: { money: ['money'] } })).toHaveLength(1)
  expect(upsideDown({ ...house, rooms: { money: [], people: ['money'] } })).toEqual([])
})

it('refuses files that need each other, also for a type, also by way of others', () => {
  const ring: [path: string, text: string][] = [
    ['server/lib/one.ts', "import type { Two } from './two.ts'"],
    ['server/lib/two.ts', "import { three } from '../lib/three.ts'"],
    ['server/lib/three.ts', "import { type One } from './one.ts'"],
  ]
  expect(check(circleRule, ...ring)).toEqual([
    'server/lib/one.ts:1 need each other: server/lib/one.ts, server/lib/three.ts, server/lib/two.ts; what they share ' +
      'belongs in a file of its own',
  ])
  expect(check(circleRule, ...ring.slice(0, 2))).toEqual([])
})

it.each([
  ['server/domain/events.ts', "import { insertLog } from '../db/logs/insert-log.ts'"],
  ['server/db/invariants.ts', "import type { Period } from './logs/usage-periods.ts'"],
  ['server/db/sqlite/sqlite-settle.ts', "export * from '../logs/usage-totals.ts'"],
  ['bench/fill-logs.ts', "const { rollUp } = await import('#server/db/logs/rollup.ts')"],
  ['server/api/logs.test.ts', "import { deleteOldRows } from '../db/logs/retention.ts'"],
])('refuses what goes past the door of a folder: %s', (path, text) => {
  expect(check(doorRule, [path, text])).toHaveLength(1)
})

it('lets everybody in by the door, and the folder be as it likes inside', () => {
  expect(
    check(
      doorRule,
      ['server/api/logs.ts', "import { listLogs } from '../db/logs/log-store.ts'"],
      ['server/db/logs/log-store.ts', "import { readRows } from './log-rows.ts'"],
      ['server/db/logs/rollup.test.ts', "import { deleteOldRows } from './retention.ts'"],
      ['web/features/logs/logs-page.tsx', "import { LogCard } from '../../../server/db/logs-page.ts'"],
    ),
  ).toEqual([])
})

it('refuses a part that takes all of the live state', () => {
  const whole = 'export const choose = (domain: Domain) => domain.pool'
  expect(check(liveStateRule, ['server/relay/choose.ts', whole])).toHaveLength(1)
  expect(
    check(
      liveStateRule,
      ['server/relay/choose.ts', "import type { Domain } from '../domain/domain.ts'\ntype Live = Pick<Domain, 'pool'>"],
      ['server/relay/relay.ts', whole],
      ['server/relay/choose.test.ts', whole],
    ),
  ).toEqual([])
})

it('says where the violation is and what the rule is for', () => {
  expect(check(layerRule, ['server/relay/x.ts', "\n\nimport { open } from '../db/open.ts'"])).toEqual([
    'server/relay/x.ts:3 server/relay may not import server/db/open.ts: it reads live state through server/domain, ' +
      'so that no call waits for a table (it may import server/domain, server/lib, providers, protocols, pricing, contract)',
  ])
})

it.each([
  ['server/domain/money/ledger.ts', "import { sql } from 'kysely'"],
  ['server/api/tokens.ts', "const { DatabaseSync } = await import('node:sqlite')"],
  ['web/features/users/page.tsx', "import { Dialog } from '@base-ui/react/dialog'"],
  ['web/ui/table.tsx', "import { scaleLinear } from 'd3-scale'"],
  ['server/relay/send.ts', "import { Pool } from 'undici'"],
  ['server/jobs/notify.ts', 'const answer = await fetch(address)'],
  ['server/jobs/notify.ts', 'const answer = https.request(address)'],
  ['web/lib/format.ts', "import { inspect } from 'node:util'"],
  ['providers/acme.ts', "import { readFileSync } from 'node:fs'"],
])('refuses in %s: %s', (path, text) => {
  expect(check(packageRule, [path, text])).toHaveLength(1)
})

it('allows each package in its home', () => {
  expect(
    check(
      packageRule,
      ['server/db/open.ts', "import { Kysely } from 'kysely'\nimport { DatabaseSync } from 'node:sqlite'"],
      ['server/lib/outbound/outbound-pool.ts', "import { Pool } from 'undici'"],
      ['web/lib/api.ts', 'await fetch(path)\nawait cache.prefetch(path)'],
      ['testing/gateway.ts', "import { fetch } from 'undici'\nawait fetch(path)"],
    ),
  ).toEqual([])
})

const vendor: [string, string] = [
  'providers/acmecorp.ts',
  "export const acmecorp = {\n  type: 99,\n  name: 'acmecorp',\n}",
]

it.each([
  ['server/relay/send.ts', "if (channel.provider === 'acmecorp') retry()"],
  ['server/relay/send.ts', 'const isAcmeCorp = true'],
  ['web/features/channels/form.tsx', '// AcmeCorp wants another key'],
  ['protocols/sse.ts', "const quirk = 'acmecorp'"],
])('refuses a vendor by name in %s: %s', (path, text) => {
  expect(check(vendorRule, vendor, [path, text])).toHaveLength(1)
})

it.each([
  ['web/features/channels/form.tsx', 'const isDocument = channel.type === 41'],
  ['web/features/channels/form.tsx', 'if (values?.type !== 8) check()'],
  ['web/features/channels/form.tsx', 'if (18 === type) fill()'],
  ['server/relay/send.ts', 'if (channel.channelType >= 40) retry()'],
  ['server/relay/send.ts', 'if ([18, 41].includes(channel.type)) retry()'],
  ['server/relay/send.ts', 'if (new Set([18, 41]).has(type)) retry()'],
  ['server/domain/x.ts', 'switch (channel.type) {\n  // Its own way.\n  case 18:\n    return 1\n}'],
  ['web/features/channels/types.ts', 'export const wholeAddressType = 8'],
  ['web/features/channels/types.ts', 'const documentKeyTypes: ReadonlySet<number> = new Set([41])'],
  ['contract/channels.ts', "const usual: Record<number, string> = {\n  18: 'v2.1',\n}\nconst other = usual[type]"],
  [
    'server/domain/x.ts',
    "const usual = new Map([\n  [18, 'v2.1'],\n])\nconst other = usual.get(wish.type ?? usualType)",
  ],
  ['protocols/x.ts', 'const odd = [18, 41]\nconst isOdd = odd.includes(channel.type)'],
])('refuses a vendor by number in %s: %s', (path, text) => {
  expect(check(vendorNumberRule, [path, text])).toHaveLength(1)
})

it('finds a table of vendors’ numbers that is looked up in another file', () => {
  const table: [string, string] = ['web/features/channels/usual.ts', "export const usual = { 18: 'v2.1' }"]
  const text = 'const other = usual[channel.type]'
  expect(check(vendorNumberRule, table, ['web/features/channels/form.ts', text])).toHaveLength(1)
})

it('lets numbers be that are no vendor’s, and vendors know their own', () => {
  expect(
    check(
      vendorNumberRule,
      ['providers/acmecorp.ts', 'export const acmecorp = { type: 99 }\nif (type === 99) own()'],
      ['server/db/channel-lists.ts', 'type === 0 ? [] : [type]'],
      ['server/relay/failure.ts', 'const blamed = new Set([401, 402])\nblamed.has(status)'],
      ['web/features/pricing/price-lines.tsx', 'model.quota_type === 1'],
      ['protocols/x.ts', "switch (part.type) {\n  case 'text':\n    return 1\n}\nkinds[part.type]"],
      ['server/relay/send.test.ts', 'channel.type === 41'],
    ),
  ).toEqual([])
})

const wayToSignIn: [string, string] = ['contract/signin-ways/acmehub.ts', "export const acmehub = { name: 'acmehub' }"]

it.each([
  ['server/signin/signin.ts', "const switches = { acmehub: 'AcmeHubEnabled' }"],
  ['server/api/present-user.ts', "acmehub_id: subjects.get('acmehub'),"],
  ['contract/status.ts', 'acmehub_oauth: z.boolean(),'],
  ['contract/options.ts', 'AcmeHubClientId: text(empty),'],
  ['web/features/users/user-facts.tsx', '<Fact label="AcmeHub" />'],
])('refuses a list of ways to sign in beside the registry, in %s: %s', (path, text) => {
  expect(check(registryRule, wayToSignIn, [path, text]).length).toBeGreaterThan(0)
})

const payment: [string, string] = [
  'contract/payment-providers/acmepay.ts',
  "export const acmepay = { name: 'acmepay', methods: { shells: 'cowrie' } }",
]

it.each([
  ['server/domain/wallet/top-ups.ts', "provider: 'acmepay',"],
  ['contract/options.ts', 'AcmePayKey: secret(),'],
  ['server/api/status.ts', "options.get('AcmePayKey')"],
  ['web/features/wallet/pay-dialog.tsx', "method === 'shells' ? 'a' : 'b'"],
])('refuses a payment provider beside the registry, in %s: %s', (path, text) => {
  expect(check(registryRule, payment, [path, text])).toHaveLength(1)
})

it('lets the index and the words name them, and whoever tests them', () => {
  const index: [string, string] = ['contract/signin-ways/index.ts', "import { acmehub } from './acmehub.ts'"]
  const words: [string, string] = ['web/locales/en/common.ts', "'way.acmehub': 'AcmeHub',"]
  const test: [string, string] = ['server/api/signin.test.ts', "enter('acmehub')"]
  expect(check(registryRule, wayToSignIn, index, words, test)).toEqual([])
})

it.each([
  ['web/app/router.tsx', "import { tokensSearch } from '../features/tokens/tokens-search.ts'"],
  ['web/app/command-palette.tsx', "const page = lazy(() => import('../features/tokens/tokens-page.tsx'))"],
])('refuses a page beside the list of pages, in %s: %s', (path, text) => {
  expect(check(pageRule, [path, text])).toHaveLength(1)
  expect(check(pageRule, ['web/app/pages.ts', text], ['web/app/made-up-page.test.tsx', text])).toEqual([])
})

const option: [string, string] = ['contract/options.ts', '    AcmeEnabled: flag(true),']
const field: [string, string] = ['contract/channel-fields.ts', "  acme_mode: { ...line(64), as: 'acmeMode' },"]
const member: [string, string] = [
  'contract/channel-fields.ts',
  "export const channelSettings = {\n  acme: { kind: 'flag', as: 'acme' },\n}",
]
const told: [string, string] = ['server/api/status.ts', "        acme: options.get('AcmeEnabled'),"]

it.each<[why: string, ...planted: [string, string][]]>([
  ['nobody reads it', option],
  ['it is told in the status, and the console does not ask', option, told],
  ['its name stands somewhere', option, ['server/relay/admit.ts', "log.info('AcmeEnabled')"]],
  ['the form and the words name it', option, ['web/features/settings/x.tsx', "option('AcmeEnabled')"]],
  ['a test reads it', option, ['server/relay/admit.test.ts', "options.get('AcmeEnabled')"]],
  ['a way to sign in has it', ['contract/signin-ways/acmehub.ts', "options: { AcmeSecret: 'secret' },"]],
  ['nobody reads it from a channel', field, ['server/relay/send.ts', 'acmeMode()']],
  ['nobody reads it from the setting of a channel', member, ['server/relay/send.ts', 'channel.acme']],
  ['it does not exist', option, told, ['web/app/x.tsx', 'status.acme'], ['providers/x.ts', "option('AcmeCorp')"]],
])('refuses an option or a field without a reader: %s', (_why, ...planted) => {
  expect(check(readerRule, ...planted)).toHaveLength(1)
})

it.each<[why: string, ...planted: [string, string][]]>([
  ['it is kept for old clients', ['contract/options.ts', '    AcmeEnabled: kept(flag(true)),']],
  ['the server reads it', option, ['server/relay/admit.ts', "options.get('AcmeEnabled')"]],
  ['a vendor reads it', option, ['providers/acmecorp.ts', "wanted.option('AcmeEnabled')"]],
  ['an interface reads it', option, ['protocols/tasks/acme/read-wish.ts', "option('AcmeEnabled')"]],
  ['the console reads it from the status', option, told, ['web/app/x.tsx', 'const { acme } = useStatus()']],
  ['a channel has it', field, ['server/relay/send.ts', 'channel.acmeMode']],
  ['a vendor has it of the channel', field, ['providers/acmecorp.ts', 'const f = ({ acmeMode }: ChannelFacts) => 1']],
  ['channels are searched by it', field, ['server/db/channel-lists.ts', "contains(eb.ref('acme_mode'), keyword)"]],
  ['the setting of a channel has it', member, ['server/relay/send.ts', 'channel.setting.acme']],
])('lets an option or a field be that is read: %s', (_why, ...planted) => {
  expect(check(readerRule, ...planted)).toEqual([])
})

/** A function of so many lines. */
const longFunction = (lines: number) => `const act = (x: number): void => {\n${'  x\n'.repeat(lines - 2)}}\n`
const ofLines = (...lengths: number[]) =>
  lengths.map((length, place): [string, string] => [`server/lib/thing-${place}.ts`, 'x\n'.repeat(length)])

it('refuses a function of over a hundred lines, but in migrations, which never change', () => {
  expect(check(sizeRule, ['server/domain/act.ts', `// says why\n${longFunction(101)}`])).toEqual([
    'server/domain/act.ts:2 a function of 101 lines: 100 are enough',
  ])
  expect(check(sizeRule, ['server/domain/act.ts', longFunction(100)])).toEqual([])
  expect(check(sizeRule, ['server/domain/act.test.ts', longFunction(300)], ...ofLines(30))).toEqual([])
  expect(check(sizeRule, ['server/db/migrations/0001.ts', longFunction(110)])).toEqual([])
})

it('refuses a house of which a tenth of the files is long, or a sixth is tiny', () => {
  const usual = Array.from({ length: 18 }, () => 60)
  expect(check(sizeRule, ...ofLines(...usual, 200, 19))).toEqual([])
  expect(check(sizeRule, ...ofLines(...usual, 200, 200))).toHaveLength(1)
  expect(check(sizeRule, ...ofLines(...usual, 19, 19, 19, 19))).toHaveLength(1)
})

const small: [string, string] = ['web/features/boats/sail.ts', 'x\n'.repeat(19)]
const sails = "import { sail } from './sail.ts'"

it('refuses a file of under twenty lines that one other of its folder imports, and names that one', () => {
  expect(check(smallFileRule, small, ['web/features/boats/boat.ts', sails])).toEqual([
    'web/features/boats/sail.ts:1 a file of 19 lines that web/features/boats/boat.ts alone imports: merge it there',
  ])
  const test: [string, string] = ['web/features/boats/boat.test.ts', sails]
  expect(check(smallFileRule, small, ['web/features/boats/boat.ts', sails], test)).toHaveLength(1)
})

it.each<[why: string, path: string, importer: [string, string], ...others: [string, string][]]>([
  ['two need it', small[0], ['web/features/boats/a.ts', sails], ['web/features/boats/b.ts', sails]],
  ['it is of another folder', small[0], ['web/app/pages.ts', "import { sail } from '../features/boats/sail.ts'"]],
  ['an index names it', small[0], ['web/features/boats/index.ts', sails]],
  ['it is loaded once it is wanted', small[0], ['web/features/boats/boat.ts', "lazyPart(() => import('./sail.ts'))"]],
  ['it is a thread', 'server/db/sail.ts', ['server/db/a.ts', "new Worker(new URL('./sail.ts', import.meta.url))"]],
  [
    'actions are looked for',
    'web/features/boats/boat-actions.ts',
    ['web/features/boats/a.ts', "from './boat-actions.ts'"],
  ],
  ['it is tested by itself', small[0], ['web/features/boats/boat.ts', sails], ['web/features/boats/sail.test.ts', '']],
  ['the other is long', small[0], ['web/features/boats/boat.ts', `${sails}\n${'x\n'.repeat(281)}`]],
  ['it is for tests', 'testing/sail.ts', ['testing/a.ts', sails], ['server/a.test.ts', "from '#testing/sail.ts'"]],
])('lets a small file be where %s', (_why, path, ...others) => {
  expect(check(smallFileRule, [path, small[1]], ...others)).toEqual([])
})

const column = (comment = ''): [string, string] => [
  'server/db/schema.ts',
  `export type Tables = {\n  things: ThingsTable\n}\n\ntype ThingsTable = {\n${comment}  acme_at: number\n}`,
]

it('refuses forms that are made by hand, and lets those be that are no record’s', () => {
  const form = '<form onSubmit={submit}>'
  const made = `const edit = useRecordForm(boatForm, { text: t, save })\n${form}`
  expect(check(formRule, ['web/features/boats/boat-card.tsx', form])).toHaveLength(1)
  expect(check(formRule, ['web/features/boats/boat-dialog.tsx', '<FormDialog onClose={close}>'])).toHaveLength(1)
  expect(check(formRule, ['web/features/boats/boat-card.tsx', made])).toEqual([])
  expect(check(formRule, ['web/features/settings/settings-section.tsx', form])).toEqual([])
  const hook = "import { useForm } from 'react-hook-form'"
  expect(check(packageRule, ['web/features/boats/boat-card.tsx', hook])).toHaveLength(1)
  expect(check(packageRule, ['web/ui/use-record-form.ts', hook])).toEqual([])
})

it('refuses a column that is only written, and names where it is', () => {
  expect(check(columnRule, column())).toEqual([expect.stringContaining('server/db/schema.ts:6')])
  expect(check(columnRule, column(), ['server/db/things.ts', 'values({ acme_at: now })'])).toHaveLength(1)
  expect(check(columnRule, column(), ['server/db/things.test.ts', 'row.acme_at'])).toHaveLength(1)
  expect(check(columnRule, column(), ['server/db/migrations/0009.ts', "index('acme_at')"])).toHaveLength(1)
})

it.each<[why: string, ...planted: [string, string][]]>([
  ['a query asks for it', ['server/db/things.ts', ".orderBy('acme_at')"]],
  ['a statement names it', ['server/db/things.ts', '`select acme_at from things`']],
  ['its row is looked at', ['server/domain/things.ts', 'row.acme_at < now']],
  ['it is answered', ['contract/things.ts', '  acme_at: z.int(),']],
])('lets a column be that is read: %s', (_why, ...planted) => {
  expect(check(columnRule, column(), ...planted)).toEqual([])
})

it('lets a column be that says whom it is for', () => {
  expect(check(columnRule, column('  /** For auditors: nothing here reads it. */\n'))).toEqual([])
})

it('lets dialects carry the name of who made them, where dialects are known', () => {
  const dialect: [string, string] = ['protocols/acmecorp-chat/index.ts', "export const name = 'acmecorp-chat'"]
  expect(check(vendorRule, vendor, dialect, ['server/relay/endpoints.ts', "protocol: 'acmecorp-chat'"])).toEqual([])
  expect(check(vendorRule, vendor, dialect, ['server/domain/x.ts', "protocol: 'acmecorp-chat'"])).toHaveLength(1)
})

it('sees no vendor inside another word', () => {
  expect(
    check(vendorRule, ['providers/dify.ts', '  type: 37,\n'], ['server/lib/x.ts', 'modify(); unmodifyable']).length,
  ).toBe(0)
})

it.each([
  'const value = JSON.parse(text) as Settings',
  'const value = (input as unknown) ?? 1',
  '// @ts-expect-error the types are wrong',
  '// biome-ignore lint/style/noNonNullAssertion: it is there',
  '// biome-ignore lint/suspicious/noExplicitAny: whatever',
])('refuses a check switched off: %s', (text) => {
  expect(check(silenceRule, ['server/lib/x.ts', text])).toHaveLength(1)
})

it('allows constants, renamed names, words in texts, and a cast at a seam', () => {
  const text = [
    "import { a as B } from './a.ts'",
    'const sizes = [1, 2] as const',
    "say('the same as Before')",
    '// seam: the compiler cannot follow the key',
    'const value = row as Row',
  ]
  expect(check(silenceRule, ['server/lib/x.ts', text.join('\n')])).toEqual([])
})

it.each([
  'const found = models.filter((model) => model.toLowerCase().includes(query.toLowerCase()))',
  "const text = label.toLowerCase()\n  return query.split(' ').every((word) => text.includes(word))",
])('names are searched in one way: %s', (text) => {
  expect(check(searchRule, ['web/features/users/found-users.ts', text])).toHaveLength(1)
  expect(check(searchRule, ['web/lib/name-search.ts', text], ['web/features/users/users.test.ts', text])).toEqual([])
})

it.each([
  `const text = \`\${seconds} s\``,
  'const text = seconds.toFixed(1)',
  'const text = amount.toLocaleString()',
  'const number = new Intl.NumberFormat(locale)',
  'const text = `$${amount}`',
  `const text = \`\${latency} ms\``,
  'const text = String(Number(ratio.toFixed(4)))',
  `const text = \`−\${amount}\``,
  "import { formatMoney } from '#contract/money-text.ts'",
  'const text = <b>+{names.length - most}</b>',
  'const text = <b>{found.names.length}</b>',
  `const text = \`\${label} (\${names.length})\``,
])('numbers and money are written in one room: %s', (text) => {
  expect(check(formatRule, ['web/features/channels/cells.tsx', text]).length).toBeGreaterThan(0)
  expect(check(formatRule, ['web/lib/format.ts', text], ['web/features/users/users.test.ts', text])).toEqual([])
  expect(check(formatRule, ['web/features/channels/cells.tsx', 'const rounded = Number(seconds.toFixed(1))'])).toEqual(
    [],
  )
  expect(check(formatRule, ['web/features/channels/cells.tsx', '<Pager total={names.length} />'])).toEqual([])
})

it('reads this project', () => {
  expect(readSourceFiles(projectFolder).map(({ path }) => path)).toContain('scripts/layers/source-file.ts')
})
