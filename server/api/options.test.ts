import { beforeAll, describe, expect, it } from 'vitest'
import { formatOption, parseOption } from '#contract/option-text.ts'
import { type OptionKey, optionKeys, optionTable } from '#contract/options.ts'
import { roles } from '#contract/user.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'

describe('options over HTTP', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })
    const put = (key: string, value: unknown, client = root) => client.put('/api/option/', { key, value })

    it('a change is seen at once where it acts', async () => {
      expect((await put('Notice', 'Closed on Monday')).success).toBe(true)
      expect((await put('About', 'About us')).success).toBe(true)
      expect((await put('HomePageContent', 'https://example.com')).success).toBe(true)
      const visitor = gateway().visitor()
      expect((await visitor.get('/api/notice')).data).toBe('Closed on Monday')
      expect((await visitor.get('/api/about')).data).toBe('About us')
      expect((await visitor.get('/api/home_page_content')).data).toBe('https://example.com')
    })

    it('T48: no secret comes back, whoever asks', async () => {
      const secrets = optionKeys.filter((key) => optionTable[key].secret)
      for (const key of secrets) expect([key, (await put(key, 'very-secret-value')).success]).toEqual([key, true])
      const listed = await root.get('/api/option/')
      expect(listed.text).not.toContain('very-secret-value')
      const shown = new Map(listed.data.map(({ key, ...rest }: { key: string }) => [key, rest]))
      for (const key of secrets) expect([key, shown.get(key)]).toEqual([key, { value: '', set: true }])
      expect((await gateway().visitor().get('/api/status')).text).not.toContain('very-secret-value')
    })

    it('T58: what is not valid changes nothing', async () => {
      const before = (await root.get('/api/option/')).text
      for (const [key, value] of [
        ['ModelRatio', '{"a":'],
        ['ModelRatio', '{"a":-1}'],
        ['GroupRatio', '[1]'],
        ['RetryTimes', 'NaN'],
        ['Unknown', 'x'],
      ]) {
        expect([key, (await put(key ?? '', value)).success]).toEqual([key, false])
      }
      const wrongType = await put('Notice', 5)
      expect([wrongType.status, wrongType.success]).toEqual([400, false])
      expect((await put('Notice', 'x'.repeat(2 * 1024 * 1024))).status).toBe(413)
      expect((await root.get('/api/option/')).text).toBe(before)
    })

    it.each(refusals)(
      'T58: %s refuses %j, and says what is wrong and where in both languages',
      async (key, value, en, zh) => {
        const before = (await root.get('/api/option/')).text
        for (const [language, sentence] of [
          ['en', en],
          ['zh-CN', zh],
        ] as const) {
          const headers = { 'accept-language': language }
          const answer = await root.put('/api/option/', { key, value }, { headers })
          expect([answer.status, answer.success, answer.code]).toEqual([200, false, 'option_invalid'])
          expect(answer.message).toBe(sentence)
        }
        expect((await root.get('/api/option/')).text).toBe(before)
      },
    )

    it('a switch is refused while what it needs is empty, in both languages', async () => {
      const turnOn = (language: string) =>
        root.put(
          '/api/option/',
          { key: 'GitHubOAuthEnabled', value: 'true' },
          { headers: { 'accept-language': language } },
        )
      expect((await turnOn('en')).message).toBe('Fill in “GitHubClientId” before turning on “GitHubOAuthEnabled”')
      expect((await turnOn('zh')).message).toBe('启用“GitHubOAuthEnabled”之前请先填写“GitHubClientId”')
    })

    it('lists the models that have neither a price nor a ratio, under the names they are priced by', async () => {
      await put('ModelRatio', '{"by-ratio":1,"gpt-4-gizmo-*":1,"fast/whole":1}')
      await put('ModelPrice', '{"by-price":0}')
      const add = (models: string, fields: object = {}) =>
        root.post('/api/channel/', {
          name: 'one',
          type: 1,
          key: 'sk-1',
          base_url: 'http://127.0.0.1:9',
          models,
          ...fields,
        })
      await add('by-ratio,by-price,nobody-priced-this,gpt-4-gizmo-some,gpt-4o-gizmo-other', { group: 'anywhere' })
      await add('by-ratio,whole,behind-a-prefix', { model_prefix: 'fast/' })
      const { data } = await add('switched-off')
      await root.put('/api/channel/', { id: data.id, status: 2 })
      const unset = async () => (await root.get('/api/option/unset_models')).data
      expect(await unset()).toEqual(['behind-a-prefix', 'gpt-4o-gizmo-*', 'nobody-priced-this'])
      await put('ModelRatio', '{"by-ratio":1,"gpt-4-gizmo-*":1,"fast/whole":1,"nobody-priced-this":2}')
      expect(await unset()).toEqual(['behind-a-prefix', 'gpt-4o-gizmo-*'])
    })

    it('T16: only administrators see and reset any of it', async () => {
      const member = await gateway().asUser('member')
      expect((await member.get('/api/option/')).status).toBe(403)
      expect((await member.get('/api/option/unset_models')).status).toBe(403)
      expect((await member.post('/api/option/rest_model_ratio')).status).toBe(403)
      expect((await put('Notice', 'x', member)).status).toBe(403)
    })

    it('T16: an administrator reads and changes an option where the table says so, and no other: all of them', async () => {
      const { options } = gateway().plane.domain
      const admin = await gateway().asUser('helper', roles.admin)
      const listed: { key: string; value: string; hidden?: boolean }[] = (await admin.get('/api/option/')).data
      expect(listed.map(({ key }) => key)).toEqual(optionKeys)
      for (const key of optionKeys) {
        const mayHe = optionTable[key].rank === 'admin'
        const text = formatOption(key, options.get(key))
        const shown = listed.find((option) => option.key === key)
        expect(shown).toEqual(mayHe ? { key, value: text } : { key, value: '', hidden: true })
        const other = anotherText(key, text)
        const answer = await put(key, other, admin)
        expect([key, answer.success, answer.code]).toEqual([key, mayHe, mayHe ? undefined : 'option_root_only'])
        expect(formatOption(key, options.get(key)) === text).toBe(!mayHe)
        if (mayHe) await put(key, text)
      }
    })

    it('puts the model ratios back', async () => {
      await put('ModelRatio', '{"mine":1}')
      expect((await root.post('/api/option/rest_model_ratio')).success).toBe(true)
      expect(gateway().plane.domain.options.get('ModelRatio')).toEqual(optionTable.ModelRatio.default)
    })
  })
})

const plausible = [
  ...[
    'true',
    'false',
    '5000',
    '7',
    '30',
    '0.5',
    'week',
    'https://other.example',
    'other.example',
    'other@mail.example',
    '{}',
    '[]',
  ],
  ...['{"other":{}}', '{"other":7}', '{"other":"V1"}', '{"other":"v1"}', '[{"other":"https://other.example"}]'],
]

/** A text that the option may have, and does not have now. */
const anotherText = (key: OptionKey, text: string): string => {
  const found = plausible.find((candidate) => {
    const parsed = parseOption(key, candidate)
    return parsed.ok && formatOption(key, parsed.value) !== text
  })
  if (found === undefined) throw new Error(`no other text for ${key}`)
  return found
}

/** An option, a text it may not have, and the sentences that say so. */
const refusals = [
  [
    'ModelRatio',
    '{"gpt-4o": 1,\n  "o3" 2}',
    '“ModelRatio → 2:8”: not valid JSON',
    '“ModelRatio → 2:8”：JSON 格式不正确',
  ],
  ['GroupRatio', '{"default": "1"}', '“GroupRatio → default”: must be a number', '“GroupRatio → default”：请输入数字'],
  [
    'TopupGroupRatio',
    '{"vip": 1',
    '“TopupGroupRatio → 1:10”: not valid JSON',
    '“TopupGroupRatio → 1:10”：JSON 格式不正确',
  ],
  ['UserUsableGroups', '[]', '“UserUsableGroups”: must be a JSON object', '“UserUsableGroups”：必须是 JSON 对象'],
  ['Chats', '{"a": 1}', '“Chats”: must be a JSON list', '“Chats”：必须是 JSON 数组'],
  ['ModelPrice', '{"a": -1}', '“ModelPrice → a”: at least 0', '“ModelPrice → a”：不能小于 0'],
  ['CompletionRatio', '{"a": null}', '“CompletionRatio → a”: must be a number', '“CompletionRatio → a”：请输入数字'],
  ['CacheRatio', '{"": 1}', '“CacheRatio”: a name is empty', '“CacheRatio”：名称不能为空'],
  [
    'EmailDomainWhitelist',
    'gmail.com,not a domain',
    '“EmailDomainWhitelist → not a domain”: not a domain',
    '“EmailDomainWhitelist → not a domain”：邮箱域名格式不正确',
  ],
  [
    'EmailDomainWhitelist',
    'gmail.com,gmail.com',
    '“EmailDomainWhitelist”: every entry may appear only once',
    '“EmailDomainWhitelist”：不能有重复项',
  ],
  [
    'oidc.well_known',
    'ftp://x',
    '“oidc.well_known”: must be an address with http:// or https://',
    '“oidc.well_known”：必须为 http:// 或 https:// 开头的地址',
  ],
  [
    'ServerAddress',
    'example.com',
    '“ServerAddress”: must be an address with http:// or https:// and no query',
    '“ServerAddress”：必须为 http:// 或 https:// 开头且不带参数的地址',
  ],
  ['DataExportInterval', '0', '“DataExportInterval”: at least 1', '“DataExportInterval”：不能小于 1'],
  [
    'DataExportDefaultTime',
    'month',
    '“DataExportDefaultTime”: must be one of hour, day, week',
    '“DataExportDefaultTime”：只能是 hour, day, week',
  ],
  ['CheckInQuota', '-1', '“CheckInQuota”: at least 0', '“CheckInQuota”：不能小于 0'],
  ['CheckInMaxQuota', '-1', '“CheckInMaxQuota”: at least 0', '“CheckInMaxQuota”：不能小于 0'],
  ['ChannelDisableThreshold', '-1', '“ChannelDisableThreshold”: at least 0', '“ChannelDisableThreshold”：不能小于 0'],
  [
    'SensitiveWords',
    'word\nregex:[',
    '“SensitiveWords → 2:1”: not a valid regular expression',
    '“SensitiveWords → 2:1”：不是有效的正则表达式',
  ],
  [
    'SensitiveWords',
    'regex:(a+)+$',
    '“SensitiveWords → 1:1”: this regular expression could take forever: avoid repeats inside repeats, high counts, and looking around',
    '“SensitiveWords → 1:1”：该正则表达式可能导致极慢的匹配：请勿使用嵌套的重复、过大的次数、反向引用或环视',
  ],
  [
    'ModelRequestRateLimitDurationMinutes',
    '-1',
    '“ModelRequestRateLimitDurationMinutes”: at least 0',
    '“ModelRequestRateLimitDurationMinutes”：不能小于 0',
  ],
  [
    'ModelRequestRateLimitCount',
    '-2',
    '“ModelRequestRateLimitCount”: at least -1',
    '“ModelRequestRateLimitCount”：不能小于 -1',
  ],
  [
    'ModelRequestRateLimitSuccessCount',
    '0',
    '“ModelRequestRateLimitSuccessCount”: at least 1',
    '“ModelRequestRateLimitSuccessCount”：不能小于 1',
  ],
  [
    'gemini.thinking_adapter_budget_tokens_percentage',
    '0.05',
    '“gemini.thinking_adapter_budget_tokens_percentage”: at least 0.1',
    '“gemini.thinking_adapter_budget_tokens_percentage”：不能小于 0.1',
  ],
  [
    'claude.thinking_adapter_budget_tokens_percentage',
    '1.5',
    '“claude.thinking_adapter_budget_tokens_percentage”: at most 1',
    '“claude.thinking_adapter_budget_tokens_percentage”：不能大于 1',
  ],
  [
    'general_setting.ping_interval_seconds',
    '0',
    '“general_setting.ping_interval_seconds”: at least 1',
    '“general_setting.ping_interval_seconds”：不能小于 1',
  ],
  ['RetryTimes', 'many', '“RetryTimes”: must be a number', '“RetryTimes”：请输入数字'],
  ['SMTPPort', '70000', '“SMTPPort”: at most 65535', '“SMTPPort”：不能大于 65535'],
  ['RegisterEnabled', 'yes', '“RegisterEnabled”: must be true or false', '“RegisterEnabled”：必须为 true 或 false'],
  ['QuotaForNewUser', '1.5', '“QuotaForNewUser”: must be a whole number', '“QuotaForNewUser”：必须为整数'],
] as const
