import { describe, expect, it } from 'vitest'
import { type DrawnKey, drawnKeys, optionTable } from '#contract/options.ts'
import { changesOf, defaultText, isDefault, lacksServerAddress, storedOptions, unmetNeed } from './option-draft.ts'

/** The options as a new installation tells them, with some changed. */
const stored = (changed: Partial<Record<DrawnKey, string>> = {}, secrets: readonly DrawnKey[] = []) =>
  storedOptions(
    drawnKeys.map((key) =>
      optionTable[key].secret
        ? { key, value: '', set: secrets.includes(key) }
        : { key, value: changed[key] ?? defaultText(key) },
    ),
  )
const keysOf = (draft: Partial<Record<DrawnKey, string>>, from = stored()) =>
  changesOf(drawnKeys, draft, from).map(({ key }) => key)

describe('the changes that are sent', () => {
  it('are only the options whose text differs, in the order of the table', () => {
    const draft = { SMTPPort: '465', RetryTimes: '5', DisplayInCurrencyEnabled: 'true' }
    expect(changesOf(drawnKeys, draft, stored())).toEqual([
      { key: 'RetryTimes', text: '5' },
      { key: 'SMTPPort', text: '465' },
    ])
  })

  it('are none where another text means the same', () => {
    expect(
      keysOf({ GroupRatio: '{"default":1.0,"vip":1,"svip":1}', RetryTimes: '3.0', SystemName: ' Sluice ' }),
    ).toEqual([])
  })

  it('include a text that cannot be read, so that its fault is found', () => {
    expect(keysOf({ GroupRatio: '{', RetryTimes: '' })).toEqual(['RetryTimes', 'GroupRatio'])
  })

  it('leave an empty secret out: the server keeps the one it has', () => {
    expect(keysOf({ SMTPToken: '' }, stored({}, ['SMTPToken']))).toEqual([])
    expect(keysOf({ SMTPToken: 'fresh' }, stored({}, ['SMTPToken']))).toEqual(['SMTPToken'])
  })

  it('are looked for only among the options of the section that is saved', () => {
    expect(changesOf(['SMTPPort'], { SMTPPort: '465', RetryTimes: '5' }, stored())).toHaveLength(1)
  })
})

describe('the default of an option', () => {
  it('is recognised however it is written', () => {
    expect(isDefault('MinTopUp', '1')).toBe(true)
    expect(isDefault('claude.default_max_tokens', '{"default":8192}')).toBe(true)
    expect(isDefault('claude.default_max_tokens', '{"default":4096}')).toBe(false)
    expect(isDefault('GroupRatio', '{')).toBe(false)
  })
})

describe('what must be filled in before', () => {
  it('is named when a switch needs it', () => {
    const changes = [{ key: 'GitHubOAuthEnabled', text: 'true' }] as const
    expect(unmetNeed(changes, stored())).toEqual({ option: 'GitHubOAuthEnabled', needed: 'GitHubClientId' })
    const secrets = ['GitHubClientSecret'] as const
    expect(unmetNeed(changes, stored({ GitHubClientId: 'abc' }, secrets))).toBeUndefined()
  })

  it('may be saved together with the switch', () => {
    const changes = [
      { key: 'GitHubOAuthEnabled', text: 'true' },
      { key: 'GitHubClientId', text: 'abc' },
      { key: 'GitHubClientSecret', text: 'def' },
    ] as const
    expect(unmetNeed(changes, stored())).toBeUndefined()
  })

  it('counts a secret that the server holds', () => {
    const changes = [{ key: 'TelegramOAuthEnabled', text: 'true' }] as const
    expect(unmetNeed(changes, stored())?.needed).toBe('TelegramBotToken')
    expect(unmetNeed(changes, stored({ TelegramBotName: 'some_bot' }, ['TelegramBotToken']))).toBeUndefined()
  })

  it('is the server address for anything about payment', () => {
    const changes = [{ key: 'MinTopUp', text: '5' }] as const
    const address = { key: 'ServerAddress', text: 'https://gateway.example' } as const
    expect(lacksServerAddress(changes, stored())).toBe(true)
    expect(lacksServerAddress([...changes, address], stored())).toBe(false)
    expect(lacksServerAddress(changes, stored({ ServerAddress: 'https://gateway.example' }))).toBe(false)
    expect(lacksServerAddress([{ key: 'RetryTimes', text: '5' }], stored())).toBe(false)
  })
})
