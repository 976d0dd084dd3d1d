import { describe, expect, it } from 'vitest'
import { defaultFixedPrices } from './default-fixed-prices.ts'
import { defaultCacheRatios, defaultCompletionRatios, defaultModelRatios } from './default-prices.ts'
import {
  defaultAudioRatio,
  defaultCacheCreationHourRatio,
  defaultCacheCreationRatio,
  defaultCacheRatio,
  defaultCompletionRatio,
  defaultImageRatio,
} from './default-ratio-rules.ts'
import { reasonMessage } from './error-reasons.ts'
import { formatOption, parseOption } from './option-text.ts'
import { isOptionKey, type OptionKey, optionKeys, optionTable } from './options.ts'

/** The keys as the two documents of the product name them. */
const specified = `
  PasswordLoginEnabled PasswordRegisterEnabled EmailVerificationEnabled RegisterEnabled TurnstileCheckEnabled
  GitHubOAuthEnabled WeChatAuthEnabled TelegramOAuthEnabled LinuxDOOAuthEnabled oidc.enabled
  EmailDomainRestrictionEnabled EmailAliasRestrictionEnabled EmailDomainWhitelist
  SMTPServer SMTPPort SMTPAccount SMTPFrom SMTPToken SMTPSSLEnabled
  ServerAddress WorkerUrl WorkerValidKey Notice SystemName Logo Footer About HomePageContent TopUpLink
  general_setting.docs_link QuotaPerUnit RetryTimes DisplayInCurrencyEnabled DisplayTokenStatEnabled
  DefaultCollapseSidebar DemoSiteEnabled SelfUseModeEnabled
  PayAddress EpayId EpayKey Price MinTopUp CustomCallbackAddress TopupGroupRatio
  GitHubClientId GitHubClientSecret oidc.well_known oidc.client_id oidc.client_secret oidc.authorization_endpoint
  oidc.token_endpoint oidc.user_info_endpoint LinuxDOClientId LinuxDOClientSecret WeChatServerAddress
  WeChatServerToken WeChatAccountQRCodeImageURL TelegramBotToken TelegramBotName TurnstileSiteKey TurnstileSecretKey
  DrawingEnabled MjNotifyEnabled MjAccountFilterEnabled MjForwardUrlEnabled MjModeClearEnabled
  MjActionCheckSuccessEnabled
  CheckSensitiveEnabled CheckSensitiveOnPromptEnabled SensitiveWords
  LogConsumeEnabled DataExportEnabled DataExportInterval DataExportDefaultTime
  ChannelDisableThreshold QuotaRemindThreshold AutomaticDisableChannelEnabled AutomaticEnableChannelEnabled
  AutomaticDisableKeywords
  CheckInEnabled CheckInQuota CheckInMaxQuota
  QuotaForNewUser PreConsumedQuota QuotaForInviter QuotaForInvitee
  ModelPrice ModelRatio CompletionRatio
  StreamCacheQueueLength CacheRatio GroupRatio UserUsableGroups
  CheckSensitiveOnCompletionEnabled StopOnSensitiveEnabled
  Chats
  ModelRequestRateLimitEnabled ModelRequestRateLimitCount ModelRequestRateLimitSuccessCount
  ModelRequestRateLimitDurationMinutes
  gemini.safety_settings gemini.version_settings gemini.supported_imagine_models gemini.thinking_adapter_enabled
  gemini.thinking_adapter_budget_tokens_percentage
  claude.model_headers_settings claude.thinking_adapter_enabled claude.default_max_tokens
  claude.thinking_adapter_budget_tokens_percentage
  global.pass_through_request_enabled global.hide_upstream_error_enabled general_setting.ping_interval_enabled
  general_setting.ping_interval_seconds`
  .trim()
  .split(/\s+/)

const besides = [
  'TaskEnabled',
  'LogChatContentEnabled',
  'GroupGroupRatio',
  'ChannelLatencyRoutingEnabled',
  'ChannelTestInterval',
  'ChannelBalanceInterval',
  'ToolPrice',
  'PriceStep',
  'ServiceTierRatio',
  'PriceListAddresses',
  'PriceListCheckHours',
  'UpstreamRateLimitsTold',
  'CostlyThingsKept',
  'ResponseMemoryDays',
  'ResponseMemoryMegabytes',
  'OwnBatches',
  'OwnBatchHours',
  'OwnBatchCalls',
  'OwnBatchMegabytes',
  'OwnBatchDays',
  'MailsPerMailbox',
  'MailsPerAsker',
  'StatusPageEnabled',
  'TokensPerUser',
  'UnpaidOrdersPerUser',
  'UpdateAddress',
  'FailedCallDays',
  'BatchRatio',
  'ModelsPricedBySecond',
  'VideoSizeRatio',
  'CreateCacheRatio',
  'ImageRatio',
  'AudioRatio',
  'AudioCompletionRatio',
  'OutputLimitByBalanceEnabled',
]

const secrets = [
  'WorkerValidKey',
  'EpayKey',
  'SMTPToken',
  'oidc.client_secret',
  'GitHubClientSecret',
  'LinuxDOClientSecret',
  'WeChatServerToken',
  'TelegramBotToken',
  'TurnstileSecretKey',
]

/** Whatever is not named here is the super admin's alone: a new option is, until somebody says otherwise. */
const forAdministrators = `
  TokensPerUser RetryTimes ChannelLatencyRoutingEnabled DisplayInCurrencyEnabled DisplayTokenStatEnabled OutputLimitByBalanceEnabled
  DefaultCollapseSidebar StatusPageEnabled
  DrawingEnabled TaskEnabled MjNotifyEnabled MjAccountFilterEnabled MjForwardUrlEnabled MjModeClearEnabled
  MjActionCheckSuccessEnabled
  CheckSensitiveEnabled CheckSensitiveOnPromptEnabled CheckSensitiveOnCompletionEnabled StopOnSensitiveEnabled
  StreamCacheQueueLength SensitiveWords
  LogConsumeEnabled FailedCallDays DataExportEnabled DataExportInterval DataExportDefaultTime
  ChannelTestInterval ChannelBalanceInterval ChannelDisableThreshold QuotaRemindThreshold
  AutomaticDisableChannelEnabled AutomaticEnableChannelEnabled AutomaticDisableKeywords
  CheckInEnabled CheckInQuota CheckInMaxQuota
  QuotaForNewUser PreConsumedQuota BatchRatio QuotaForInviter QuotaForInvitee
  GroupRatio GroupGroupRatio UserUsableGroups
  ModelPrice ModelsPricedBySecond VideoSizeRatio ModelRatio CacheRatio CompletionRatio CreateCacheRatio ImageRatio AudioRatio AudioCompletionRatio PriceStep ServiceTierRatio PriceListAddresses PriceListCheckHours ToolPrice
  ModelRequestRateLimitEnabled ModelRequestRateLimitDurationMinutes ModelRequestRateLimitCount
  ModelRequestRateLimitSuccessCount UpstreamRateLimitsTold
  global.pass_through_request_enabled global.hide_upstream_error_enabled CostlyThingsKept
  ResponseMemoryDays ResponseMemoryMegabytes OwnBatches OwnBatchHours OwnBatchCalls OwnBatchMegabytes OwnBatchDays
  general_setting.ping_interval_enabled
  general_setting.ping_interval_seconds
  gemini.safety_settings gemini.version_settings gemini.supported_imagine_models gemini.thinking_adapter_enabled
  gemini.thinking_adapter_budget_tokens_percentage
  claude.model_headers_settings claude.default_max_tokens claude.thinking_adapter_enabled
  claude.thinking_adapter_budget_tokens_percentage
  Notice SystemName`
  .trim()
  .split(/\s+/)

/** The reason a text is refused with, and where; `taken` when it is not refused. */
const outcome = (key: OptionKey, text: string): string => {
  const parsed = parseOption(key, text)
  if (parsed.ok) return 'taken'
  return [parsed.values.reason, ...(parsed.place === undefined ? [] : [parsed.place])].join(' at ')
}

const readOf = (key: OptionKey, text: string): unknown => {
  const parsed = parseOption(key, text)
  return parsed.ok ? parsed.value : undefined
}

describe('the table of options', () => {
  it('holds every key of the product, and only those beside them that it needs', () => {
    expect([...optionKeys].sort()).toEqual([...specified, ...besides].sort())
  })

  it.each(optionKeys)('%s has a default that survives being stored', (key) => {
    const text = formatOption(key, optionTable[key].default)
    expect(parseOption(key, text)).toEqual({ ok: true, value: optionTable[key].default })
  })

  it('keeps secret exactly what grants access, and shows none of it in public', () => {
    expect(optionKeys.filter((key) => optionTable[key].secret).sort()).toEqual([...secrets].sort())
    expect(optionKeys.filter((key) => optionTable[key].secret && optionTable[key].public)).toEqual([])
  })

  it('T16: leaves administrators what they can take nothing from the super admin with, by name', () => {
    expect(optionKeys.filter((key) => optionTable[key].rank === 'admin').sort()).toEqual([...forAdministrators].sort())
  })

  it('names only options that exist where one needs another', () => {
    for (const key of optionKeys) {
      const { needs, enabledBy = key } = optionTable[key]
      expect([...needs, enabledBy].filter((name) => !isOptionKey(name))).toEqual([])
    }
  })

  it('knows no key that an object has by birth', () => {
    expect(['constructor', '__proto__', 'toString', 'NoSuchOption'].filter(isOptionKey)).toEqual([])
  })
})

describe('the text of an option', () => {
  it('T58: is refused with the exact place when its JSON is broken', () => {
    expect(outcome('ModelRatio', '{"gpt-4o": 1,\n  "o3" 2}')).toBe('not_json at 2:8')
    expect(outcome('ModelRatio', '{"gpt-4o": 1,}')).toBe('not_json at 1:14')
    expect(outcome('ModelRatio', '{"gpt-4o": NaN}')).toBe('not_json at 1:12')
    expect(outcome('GroupRatio', '')).toBe('not_json at 1:1')
    expect(outcome('Chats', '[{"a":"https://chat.example"}')).toBe('not_json at 1:30')
    expect(outcome('GroupRatio', '[]')).toBe('not_json_object')
    expect(outcome('Chats', '{}')).toBe('not_json_list')
  })

  it('T58: is refused with the entry that is wrong', () => {
    expect(outcome('ModelRatio', '{"gpt-4.1": 1, "gpt-4o": -1}')).toBe('too_small at gpt-4o')
    expect(outcome('ModelRatio', '{"gpt-4o": "1"}')).toBe('not_number at gpt-4o')
    expect(outcome('ModelPrice', '{"gpt-4o": 1e999}')).toBe('not_number at gpt-4o')
    expect(outcome('CompletionRatio', '{"gpt-4o": null}')).toBe('not_number at gpt-4o')
    expect(outcome('CacheRatio', '{"": 1}')).toBe('name_empty')
    expect(outcome('TopupGroupRatio', '{"a,b": 1}')).toBe('name_with_comma at a,b')
    expect(outcome('GroupGroupRatio', '{"vip": {"default": -0.5}}')).toBe('too_small at vip.default')
    expect(outcome('claude.default_max_tokens', '{"default": 0.5}')).toBe('not_whole at default')
    expect(outcome('gemini.version_settings', '{"default": "../x"}')).toBe('not_version at default')
    expect(outcome('UserUsableGroups', '{"vip": 1}')).toBe('not_text at vip')
    expect(outcome('UserUsableGroups', '{"unknown": "A group without a ratio yet"}')).toBe('taken')
  })

  it('T58: is refused when it is too large or too deep', () => {
    expect(outcome('ModelRatio', ' '.repeat(10_485_760))).toBe('too_long')
    expect(outcome('Notice', 'x'.repeat(262_145))).toBe('too_long')
    expect(outcome('Notice', 'x'.repeat(262_144))).toBe('taken')
    expect(outcome('SystemName', 'x'.repeat(1025))).toBe('too_long')
    expect(outcome('ModelRatio', '['.repeat(500_000) + ']'.repeat(500_000))).toBe('json_nested at 0.0')
  })

  it('T58: cannot reach what every object inherits', () => {
    expect(outcome('ModelRatio', '{"__proto__": 1}')).toBe('name_refused at __proto__')
    expect(outcome('claude.model_headers_settings', '{"m": {"__proto__": "x"}}')).toBe('name_refused at m.__proto__')
    const parsed = parseOption('ModelRatio', '{"gpt-4o": 1}')
    expect(parsed.ok && parsed.value.constructor).toBe(undefined)
  })

  it('T58: of a number is a finite number within its bounds', () => {
    for (const text of ['NaN', 'Infinity', '1e999', '', '0x10', '1,5'])
      expect(outcome('Price', text)).toBe('not_number')
    expect(outcome('Price', '-1')).toBe('too_small')
    expect(readOf('Price', '7.30')).toBe(7.3)
    expect(outcome('QuotaForNewUser', '1.5')).toBe('not_whole')
    expect(outcome('QuotaForNewUser', '9007199254740993')).toBe('too_large')
    expect(outcome('SMTPPort', '65536')).toBe('too_large')
    expect(outcome('SMTPPort', '0')).toBe('too_small')
    expect(outcome('DataExportInterval', '0')).toBe('too_small')
    expect(outcome('DataExportDefaultTime', 'month')).toBe('not_one_of')
    expect(outcome('general_setting.ping_interval_seconds', '0')).toBe('too_small')
    expect(outcome('gemini.thinking_adapter_budget_tokens_percentage', '0.05')).toBe('too_small')
    expect(outcome('claude.thinking_adapter_budget_tokens_percentage', '1.1')).toBe('too_large')
    expect(outcome('ModelRequestRateLimitSuccessCount', '0')).toBe('too_small')
    expect(outcome('ModelRequestRateLimitCount', '0')).toBe('taken')
    expect(outcome('ModelRequestRateLimitDurationMinutes', '0')).toBe('taken')
  })

  it('of a switch is true or false', () => {
    expect(readOf('RegisterEnabled', 'false')).toBe(false)
    for (const text of ['1', 'TRUE', '']) expect(outcome('RegisterEnabled', text)).toBe('not_flag')
  })

  it('T36: of an address is http or https and nothing that carries a script', () => {
    const addresses: OptionKey[] = ['TopUpLink', 'general_setting.docs_link', 'Logo', 'ServerAddress', 'PayAddress']
    for (const key of addresses) {
      expect(outcome(key, 'javascript:alert(1)')).not.toBe('taken')
      expect(outcome(key, 'data:image/svg+xml,<svg/onload=alert(1)>')).not.toBe('taken')
      expect(outcome(key, '//elsewhere.example')).not.toBe('taken')
      expect(outcome(key, 'https://shop.example/buy')).toBe('taken')
      expect(outcome(key, '')).toBe('taken')
    }
    expect(outcome('Logo', '/logo.png')).toBe('taken')
    expect(outcome('Chats', '[{"Chat": "javascript://%0aalert(1)"}]')).toBe('not_chat_address at [0].Chat')
    expect(outcome('Chats', '[{"a": "https://a.example", "b": "https://b.example"}]')).toBe('not_one_entry at [0]')
    expect(outcome('Chats', '[{"App": "app://set?key={key}&url={address}"}]')).toBe('taken')
  })

  it('T34: of a server is plain: no user, query or fragment', () => {
    for (const rest of ['user@evil.example', 'x.example/?a=b', 'x.example/#a', 'x.example\\a', 'x.example/a b']) {
      expect(outcome('WorkerUrl', `https://${rest}`)).not.toBe('taken')
    }
    for (const scheme of ['file:///etc', 'gopher://x', 'ftp://x'])
      expect(outcome('WorkerUrl', scheme)).not.toBe('taken')
    expect(readOf('ServerAddress', ' https://api.example// ')).toBe('https://api.example')
  })

  it('T63: of one line has no line breaks', () => {
    const oneLine = optionKeys.filter((key) => ['text', 'secret', 'url'].includes(optionTable[key].control))
    for (const key of oneLine) expect(outcome(key, 'a@x.example\r\nBcc: b@y.example')).not.toBe('taken')
    expect(outcome('claude.model_headers_settings', '{"m": {"x": "a\\r\\nHost: b"}}')).not.toBe('taken')
    expect(outcome('claude.model_headers_settings', '{"m": {"x y": "a"}}')).toBe('not_header_name at m.x y')
    expect(outcome('claude.model_headers_settings', '{"m": {"x-beta": ["a", "b"]}}')).toBe('taken')
  })

  it('T40: of sensitive words has no expression that could take forever', () => {
    const slow = [
      '(a+)+$',
      '(.*a){20}',
      '(a|aa)*b',
      '((a?b)*c){2,}',
      '(a)\\1',
      'a(?=b)',
      '(?<n>a)\\k<n>',
      '(x+x+)+y',
      '(?:a{1,9})*',
      '(?i:a)+b',
      'a{0,30}.{0,30}a{0,30}b',
      'a{1,50}.*b',
      '((a{4}){5})+b',
      `a*${'a'.repeat(500)}b`,
      'a{5000}',
    ]
    for (const source of slow) expect(outcome('SensitiveWords', `word\nregex:${source}`)).toBe('pattern_slow at 2:1')
    expect(outcome('SensitiveWords', 'regex:[')).toBe('pattern_invalid at 1:1')
    const quick = [
      'buy.{0,10}now',
      'colou?r',
      '(foo|bar) fighters',
      '(ab)+',
      '[a+]+',
      '\\(+a\\)+',
      '(a{3}){2}',
      '买.*号',
      '.{0,50}now',
      '(?i:now)',
      'https?://(www\\.)?evil\\.example',
      `(${'forbidden|'.repeat(90)}word)`,
    ]
    for (const source of quick) expect(outcome('SensitiveWords', `regex:${source}`)).toBe('taken')
    expect(readOf('SensitiveWords', ' one \r\n\n(two)+*\n')).toEqual(['one', '(two)+*'])
  })

  it('of the mail domains is a list of domains in lower case', () => {
    expect(readOf('EmailDomainWhitelist', 'Gmail.com, qq.com,')).toEqual(['gmail.com', 'qq.com'])
    expect(outcome('EmailDomainWhitelist', 'gmail.com,not a domain')).toBe('not_domain at not a domain')
    expect(outcome('EmailDomainWhitelist', 'gmail.com,GMAIL.com')).toBe('repeated')
    expect(outcome('EmailDomainWhitelist', '')).toBe('taken')
  })

  it('is refused with a sentence in both languages', () => {
    const parsed = parseOption('Price', '-1')
    expect(parsed.ok ? undefined : reasonMessage('en', parsed.values)).toBe('at least 0')
    expect(parsed.ok ? undefined : reasonMessage('zh', parsed.values)).toBe('不能小于 0')
  })
})

describe('the built-in prices', () => {
  it('turn list prices into exact ratios', () => {
    expect(defaultModelRatios['gpt-4o-mini']).toBe(0.075)
    expect(defaultCompletionRatios['gpt-4o-mini']).toBe(4)
    expect(defaultCompletionRatios['gpt-3.5-turbo-16k']).toBe(4 / 3)
    expect(defaultCacheRatios['claude-3-haiku-20240307']).toBe(0.12)
    expect(defaultModelRatios['glm-4-flash']).toBe(0)
    expect(defaultFixedPrices.mj_describe).toBe(0.05)
  })

  it('price every model either by the call or by the token', () => {
    expect(Object.keys(defaultFixedPrices).filter((model) => model in defaultModelRatios)).toEqual([])
  })

  it('fall back to the longest prefix that fits', () => {
    expect(defaultCompletionRatio('gpt-4o-some-day')).toBe(4)
    expect(defaultCompletionRatio('gpt-4-some-day')).toBe(2)
    expect(defaultCompletionRatio('maker/gpt-4o')).toBe(1)
    expect(defaultCacheRatio('claude-some-day')).toBe(0.1)
    expect(defaultCacheRatio('unheard-of')).toBe(1)
    expect(defaultCacheCreationRatio('claude-some-day')).toBe(1.25)
    expect(defaultCacheCreationHourRatio('claude-some-day')).toBe(2)
    expect(defaultAudioRatio('gpt-4o-realtime-preview-2024-12-17')).toBe(8)
    expect(defaultImageRatio('gpt-image-1')).toBe(2)
    expect(defaultImageRatio('unheard-of')).toBe(1)
  })
})
