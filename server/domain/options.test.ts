import { expect, it, vi } from 'vitest'
import { ApplicationError, errorMessage } from '#contract/errors.ts'
import { logTypes } from '#contract/log-types.ts'
import { formatOption } from '#contract/option-text.ts'
import { type OptionKey, optionKeys, optionTable } from '#contract/options.ts'
import { roles } from '#contract/user.ts'
import { eachDatabase } from '#testing/database.ts'
import { patience } from '#testing/patience.ts'
import type { Database } from '../db/database.ts'
import { listOptions, putOption } from '../db/options.ts'
import { createLog } from '../lib/log.ts'
import { createSignals, type Signals } from '../lib/signals.ts'
import { openVault } from '../lib/vault.ts'
import type { Operator } from './audit.ts'
import { openOptions } from './options.ts'

const clock = { now: () => 1_700_000_000_000, monotonic: () => 0 }
const root: Operator = { id: 1, name: 'root', role: roles.root, address: '192.0.2.1' }
const admin: Operator = { id: 2, name: 'admin', role: roles.admin, address: '192.0.2.2' }

eachDatabase((_engine, openDatabase) => {
  const lines: string[] = []
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) })

  const openNode = async (database: Database, signals: Signals) => {
    const vault = await openVault({ secret: 'a secret of the tests that is long enough', file: '' })
    return openOptions({ database, vault, signals, clock, log })
  }
  const open = async () => {
    lines.length = 0
    const database = await openDatabase()
    const signals = await createSignals({ log })
    const options = await openNode(database, signals)
    const refusal = (key: string, text: string, operator = root) =>
      options.put(key, text, operator).then(
        () => 'taken',
        (error: unknown) => (error instanceof ApplicationError ? error.code : error),
      )
    const stored = async () =>
      Object.fromEntries((await listOptions(database.query)).map((row) => [row.key, row.value]))
    return { database, signals, options, refusal, stored }
  }

  it('an option has its default until someone changes it, and the change outlives a restart', async () => {
    const { database, signals, options } = await open()
    expect(options.get('Price')).toBe(7.3)
    await options.put('Price', '6.5', root)
    await options.put('GroupRatio', '{"default":1,"vip":0.8}', admin)
    expect(options.get('Price')).toBe(6.5)
    const again = await openNode(database, signals)
    expect(again.get('Price')).toBe(6.5)
    expect(again.all().GroupRatio).toEqual({ default: 1, vip: 0.8 })
  })

  it('T58: a value that is not valid is refused and changes nothing', async () => {
    const { options, refusal, stored } = await open()
    const heard = vi.fn()
    options.onChange(heard)
    const before = options.all()
    const wrong: [string, string][] = [
      ['ModelRatio', '{"gpt-4o": 1'],
      ['ModelRatio', '{"gpt-4o": -1}'],
      ['ModelRatio', '{"gpt-4o": NaN}'],
      ['ModelRatio', '{"__proto__": 1}'],
      ['ModelRatio', ' '.repeat(10_485_760)],
      ['GroupRatio', '{"vip": -1}'],
      ['Price', 'NaN'],
      ['SensitiveWords', 'regex:(a+)+$'],
      ['SystemName', 'a\r\nb'],
    ]
    for (const [key, text] of wrong) expect(await refusal(key, text)).toBe('option_invalid')
    expect(await refusal('NoSuchOption', '1')).toBe('option_unknown')
    expect(await refusal('constructor', '1')).toBe('option_unknown')
    expect(options.all()).toBe(before)
    expect(await stored()).toEqual({})
    expect(heard).not.toHaveBeenCalled()
  })

  it('a refusal names the entry and the reason in the language of the caller', async () => {
    const { options } = await open()
    const error: unknown = await options.put('ModelRatio', '{"gpt-4o": -1}', root).catch((thrown: unknown) => thrown)
    if (!(error instanceof ApplicationError)) throw new Error('it was not refused')
    expect(errorMessage(error.code, 'en', error.values)).toBe('“ModelRatio → gpt-4o”: at least 0')
    expect(errorMessage(error.code, 'zh', error.values)).toBe('“ModelRatio → gpt-4o”：不能小于 0')
  })

  it('only the super admin changes the top-up link', async () => {
    const { options, refusal } = await open()
    expect(await refusal('TopUpLink', 'https://shop.example', admin)).toBe('option_root_only')
    expect(await refusal('TopUpLink', 'https://shop.example', root)).toBe('taken')
    expect(options.get('TopUpLink')).toBe('https://shop.example')
  })

  it('a feature is turned on only when what it needs is filled in', async () => {
    const { options, refusal } = await open()
    const wanting: OptionKey[] = [
      'GitHubOAuthEnabled',
      'oidc.enabled',
      'LinuxDOOAuthEnabled',
      'WeChatAuthEnabled',
      'TelegramOAuthEnabled',
      'TurnstileCheckEnabled',
    ]
    for (const key of wanting) expect(await refusal(key, 'true')).toBe('option_needs')
    await options.put('TelegramBotToken', '1:a', root)
    expect(await refusal('TelegramOAuthEnabled', 'true')).toBe('option_needs')
    await options.put('TelegramBotName', 'some_bot', root)
    expect(await refusal('TelegramOAuthEnabled', 'true')).toBe('taken')
    await options.put('EmailDomainWhitelist', '', root)
    expect(await refusal('EmailDomainRestrictionEnabled', 'true')).toBe('option_needs')
    expect(await refusal('EmailDomainRestrictionEnabled', 'false')).toBe('taken')
  })

  it('T48: no secret is shown, stored readable, logged or written down', async () => {
    const { database, signals, options, stored } = await open()
    const secrets = optionKeys.filter((key) => optionTable[key].secret)
    for (const key of secrets) await options.put(key, `hidden-${key}`, root)
    expect(JSON.stringify(options.shown(roles.root))).not.toContain('hidden-')
    expect(options.shown(roles.root).filter(({ set }) => set === true)).toHaveLength(secrets.length)
    expect(JSON.stringify(await stored())).not.toContain('hidden-')
    expect(JSON.stringify(await database.query.selectFrom('audit').selectAll().execute())).not.toContain('hidden-')
    expect(JSON.stringify(await database.query.selectFrom('logs').selectAll().execute())).not.toContain('hidden-')
    expect(lines.join()).not.toContain('hidden-')
    const again = await openNode(database, signals)
    expect(again.get('EpayKey')).toBe('hidden-EpayKey')
    await again.put('EpayKey', '', root)
    expect(again.shown(roles.root).find(({ key }) => key === 'EpayKey')).toEqual({
      key: 'EpayKey',
      value: '',
      set: false,
    })
  })

  it('shows every option as the text that changes it back', async () => {
    const { options } = await open()
    expect(options.shown(roles.root).map(({ key }) => key)).toEqual(optionKeys)
    const shown = options.shown(roles.root).find(({ key }) => key === 'GroupRatio')
    expect(shown?.value).toBe(formatOption('GroupRatio', options.get('GroupRatio')))
  })

  it('a change writes a log row and an audit row with what changed', async () => {
    const { database, options } = await open()
    await options.put('GroupRatio', '{"default":1,"vip":2,"svip":1}', admin)
    await options.put('GroupRatio', '{"default":1,"vip":2,"svip":1}', admin)
    const rows = await database.query.selectFrom('logs').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ type: logTypes.manage, user_id: 2, username: 'admin', created_at: 1_700_000_000 })
    expect(rows[0]?.content).toContain('GroupRatio')
    const audit = await database.query.selectFrom('audit').selectAll().execute()
    expect(audit).toHaveLength(1)
    expect(audit[0]).toMatchObject({
      actor_id: 2,
      actor_name: 'admin',
      target: 'GroupRatio',
      before: '{"vip":1}',
      after: '{"vip":2}',
      address: '192.0.2.2',
    })
  })

  it('a change acts on the other nodes and is heard on both', async () => {
    const { database, signals, options } = await open()
    const other = await openNode(database, signals)
    const [here, there] = [vi.fn(), vi.fn()]
    options.onChange(here)
    const end = other.onChange(there)
    await options.put('RetryTimes', '7', root)
    await vi.waitFor(() => expect(other.get('RetryTimes')).toBe(7), patience)
    expect(here.mock.calls).toEqual([[['RetryTimes']]])
    expect(there.mock.calls).toEqual([[['RetryTimes']]])
    end()
    await options.put('RetryTimes', '8', root)
    await vi.waitFor(() => expect(other.get('RetryTimes')).toBe(8), patience)
    expect(there).toHaveBeenCalledTimes(1)
  })

  it('changes of the same moment happen one after the other and the last one stays', async () => {
    const { options, stored } = await open()
    const wanted = Array.from({ length: 20 }, (_, index) => String(index))
    await Promise.all(wanted.map((text) => options.put('RetryTimes', text, root)))
    expect(options.get('RetryTimes')).toBe(19)
    expect(await stored()).toEqual({ RetryTimes: '19' })
  })

  it('a stored value that is no longer valid falls back to the default and is logged', async () => {
    const { database, signals } = await open()
    const rows = { ModelRatio: '{"gpt-4o": -1}', RetryTimes: 'many', SMTPToken: 'not sealed', Gone: '1', Price: '6' }
    for (const [key, value] of Object.entries(rows)) await putOption(database.query, { key, value, updated_at: 0 })
    const again = await openNode(database, signals)
    expect(again.get('ModelRatio')).toEqual(optionTable.ModelRatio.default)
    expect(again.get('RetryTimes')).toBe(3)
    expect(again.get('SMTPToken')).toBe('')
    expect(again.get('Price')).toBe(6)
    expect(lines.filter((line) => line.includes('"warn"'))).toHaveLength(3)
    expect(lines.join()).not.toContain('not sealed')
  })

  it('what the gateway changes itself needs no operator and is not logged', async () => {
    const { database, options } = await open()
    await options.change('SelfUseModeEnabled', true)
    expect(options.get('SelfUseModeEnabled')).toBe(true)
    expect(await database.query.selectFrom('logs').selectAll().execute()).toEqual([])
  })
})
