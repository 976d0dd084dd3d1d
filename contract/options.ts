import * as z from 'zod/mini'
import { defaultFixedPrices } from './default-fixed-prices.ts'
import { defaultCacheRatios, defaultCompletionRatios, defaultModelRatios } from './default-prices.ts'
import { defaultToolPrices } from './default-tool-prices.ts'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'
import { amount, chatPage, groupName, headerTable, modelName, tableOf } from './option-fields.ts'
import {
  choice,
  decimal,
  domains,
  flag,
  integer,
  json,
  lines,
  link,
  longText,
  type Option,
  patterns,
  picture,
  secret,
  server,
  text,
} from './option-kinds.ts'
import { toolPriceTable } from './tool-prices.ts'

export type OptionTab = 'operation' | 'ratelimit' | 'models' | 'system' | 'other'

/** Says in which part of which form the options are found. Their order here is their order there. */
const section = <const Section extends string, Options extends Record<string, Option>>(
  tab: OptionTab,
  name: Section,
  options: Options,
) =>
  // seam: Object.entries forgets which name belongs to which option
  Object.fromEntries(Object.entries(options).map(([key, option]) => [key, { ...option, tab, section: name }])) as {
    [Key in keyof Options]: Options[Key] & { tab: OptionTab; section: Section }
  }

const largestQuota = 9_000_000_000_000_000
const quota = (initial: number) => integer(initial, { min: 0, max: largestQuota, unit: 'quota' })
const share = (initial: number, enabledBy: string) => decimal(initial, { min: 0.1, max: 1, step: 0.01, enabledBy })

const modelAmounts = tableOf(modelName, amount)
const groupAmounts = tableOf(groupName, amount)

/** Every option: one entry gives its type, default, validation, storage, who may change it, and its form field. */
export const optionTable = {
  ...section('operation', 'general', {
    TopUpLink: link({ write: 'root', public: true }),
    'general_setting.docs_link': link({ public: true }),
    QuotaPerUnit: integer(500_000, { min: 1, max: 1_000_000_000, unit: 'quota', public: true }),
    RetryTimes: integer(3, { min: 0, max: 20 }),
    ChannelLatencyRoutingEnabled: flag(false),
    DisplayInCurrencyEnabled: flag(true, { public: true }),
    DisplayTokenStatEnabled: flag(true),
    DefaultCollapseSidebar: flag(false, { public: true }),
    DemoSiteEnabled: flag(false, { public: true }),
    SelfUseModeEnabled: flag(false, { public: true }),
  }),
  ...section('operation', 'drawing', {
    DrawingEnabled: flag(true, { public: true }),
    TaskEnabled: flag(true, { public: true }),
    MjNotifyEnabled: flag(false, { public: true }),
    MjAccountFilterEnabled: flag(false),
    MjForwardUrlEnabled: flag(true),
    MjModeClearEnabled: flag(false),
    MjActionCheckSuccessEnabled: flag(true),
  }),
  ...section('operation', 'sensitive', {
    CheckSensitiveEnabled: flag(true),
    CheckSensitiveOnPromptEnabled: flag(true),
    CheckSensitiveOnCompletionEnabled: flag(true),
    StopOnSensitiveEnabled: flag(true),
    StreamCacheQueueLength: integer(0, { min: 0, max: 1000 }),
    SensitiveWords: patterns(['test_sensitive']),
  }),
  ...section('operation', 'log', {
    LogConsumeEnabled: flag(true),
    LogChatContentEnabled: flag(false),
  }),
  ...section('operation', 'dashboard', {
    DataExportEnabled: flag(true, { public: true }),
    DataExportInterval: integer(5, { min: 1, max: 10_080, unit: 'minutes' }),
    DataExportDefaultTime: choice(['hour', 'day', 'week'], 'hour', { public: true }),
  }),
  ...section('operation', 'monitoring', {
    /** 0: channels are tested only when somebody asks for it. */
    ChannelTestInterval: integer(0, { min: 0, max: 10_080, unit: 'minutes' }),
    ChannelBalanceInterval: integer(0, { min: 0, max: 10_080, unit: 'minutes' }),
    ChannelDisableThreshold: decimal(5, { min: 0, max: 86_400, unit: 'seconds' }),
    QuotaRemindThreshold: quota(1000),
    AutomaticDisableChannelEnabled: flag(false),
    AutomaticEnableChannelEnabled: flag(false),
    AutomaticDisableKeywords: lines([
      'Your credit balance is too low',
      'This organization has been disabled.',
      'You exceeded your current quota',
      'Permission denied',
      'The security token included in the request is invalid',
      'Operation not allowed',
      'Your account is not authorized',
    ]),
  }),
  ...section('operation', 'checkin', {
    CheckInEnabled: flag(false, { public: true }),
    CheckInQuota: quota(1000),
    CheckInMaxQuota: quota(0),
  }),
  ...section('operation', 'quota', {
    QuotaForNewUser: quota(0),
    PreConsumedQuota: integer(500, { min: 0, max: 1_000_000_000, unit: 'tokens' }),
    QuotaForInviter: quota(0),
    QuotaForInvitee: quota(0),
  }),
  ...section('operation', 'groups', {
    GroupRatio: json(groupAmounts, { default: 1, vip: 1, svip: 1 }),
    /** What members of a group pay when they use a group: it goes before the ratio of the group used. */
    GroupGroupRatio: json(tableOf(groupName, groupAmounts), {}),
    UserUsableGroups: json(tableOf(groupName, z.string().check(z.maxLength(1024))), {
      default: 'Default group',
      vip: 'VIP group',
    }),
  }),
  ...section('operation', 'chats', {
    Chats: json(z.array(chatPage), [], { public: true }),
  }),
  ...section('operation', 'ratios', {
    ModelPrice: json(modelAmounts, defaultFixedPrices),
    ModelRatio: json(modelAmounts, defaultModelRatios),
    CacheRatio: json(modelAmounts, defaultCacheRatios),
    CompletionRatio: json(modelAmounts, defaultCompletionRatios),
    ToolPrice: json(toolPriceTable, defaultToolPrices),
  }),

  ...section('ratelimit', 'ratelimit', {
    ModelRequestRateLimitEnabled: flag(false),
    ModelRequestRateLimitDurationMinutes: integer(1, { min: 0, max: 10_080, unit: 'minutes' }),
    ModelRequestRateLimitCount: integer(0, { min: 0, max: 1_000_000_000 }),
    ModelRequestRateLimitSuccessCount: integer(1000, { min: 1, max: 1_000_000_000 }),
  }),

  ...section('models', 'global', {
    'global.pass_through_request_enabled': flag(false),
    'global.hide_upstream_error_enabled': flag(false),
    'general_setting.ping_interval_enabled': flag(false),
    'general_setting.ping_interval_seconds': integer(60, {
      min: 1,
      max: 3600,
      unit: 'seconds',
      enabledBy: 'general_setting.ping_interval_enabled',
    }),
  }),
  ...section('models', 'gemini', {
    'gemini.safety_settings': json(tableOf(modelName, z.string().check(z.regex(/^[A-Z_]{1,64}$/))), {
      default: 'OFF',
      HARM_CATEGORY_HARASSMENT: 'BLOCK_NONE',
      HARM_CATEGORY_HATE_SPEECH: 'BLOCK_NONE',
      HARM_CATEGORY_SEXUALLY_EXPLICIT: 'BLOCK_NONE',
      HARM_CATEGORY_DANGEROUS_CONTENT: 'BLOCK_NONE',
    }),
    'gemini.version_settings': json(tableOf(modelName, z.string().check(z.regex(/^v\d[0-9a-z]{0,15}$/))), {
      default: 'v1beta',
      'gemini-1.0-pro': 'v1beta',
    }),
    'gemini.supported_imagine_models': json(z.array(modelName), [
      'gemini-2.0-flash-exp-image-generation',
      'gemini-2.0-flash-exp',
    ]),
    'gemini.thinking_adapter_enabled': flag(false),
    'gemini.thinking_adapter_budget_tokens_percentage': share(0.6, 'gemini.thinking_adapter_enabled'),
  }),
  ...section('models', 'claude', {
    'claude.model_headers_settings': json(tableOf(modelName, headerTable), {}),
    'claude.default_max_tokens': json(tableOf(modelName, z.int().check(z.minimum(1), z.maximum(1_073_741_823))), {
      default: 8192,
    }),
    'claude.thinking_adapter_enabled': flag(true),
    'claude.thinking_adapter_budget_tokens_percentage': share(0.8, 'claude.thinking_adapter_enabled'),
  }),

  ...section('system', 'site', {
    ServerAddress: server({ public: true }),
  }),
  ...section('system', 'worker', {
    WorkerUrl: server(),
    WorkerValidKey: secret(),
  }),
  ...section('system', 'payment', {
    PayAddress: server(),
    EpayId: text(''),
    EpayKey: secret(),
    Price: decimal(7.3, { min: 0, max: 1_000_000, step: 0.01, unit: 'yuan', public: true }),
    MinTopUp: integer(1, { min: 1, max: 1_000_000, public: true }),
    CustomCallbackAddress: server(),
    TopupGroupRatio: json(groupAmounts, { default: 1, vip: 1, svip: 1 }),
  }),
  ...section('system', 'login', {
    PasswordLoginEnabled: flag(true),
    PasswordRegisterEnabled: flag(true),
    EmailVerificationEnabled: flag(false, { public: true }),
    RegisterEnabled: flag(true),
    GitHubOAuthEnabled: flag(false, { public: true, needs: ['GitHubClientId'] }),
    'oidc.enabled': flag(false, { public: true, needs: ['oidc.client_id'] }),
    LinuxDOOAuthEnabled: flag(false, { public: true, needs: ['LinuxDOClientId'] }),
    WeChatAuthEnabled: flag(false, { public: true, needs: ['WeChatServerAddress'] }),
    TelegramOAuthEnabled: flag(false, { public: true, needs: ['TelegramBotToken'] }),
    TurnstileCheckEnabled: flag(false, { public: true, needs: ['TurnstileSiteKey'] }),
  }),
  ...section('system', 'email-domains', {
    EmailDomainRestrictionEnabled: flag(false, { needs: ['EmailDomainWhitelist'] }),
    EmailAliasRestrictionEnabled: flag(false),
    EmailDomainWhitelist: domains([
      'gmail.com',
      '163.com',
      '126.com',
      'qq.com',
      'outlook.com',
      'hotmail.com',
      'icloud.com',
      'yahoo.com',
      'foxmail.com',
    ]),
  }),
  ...section('system', 'smtp', {
    SMTPServer: text(''),
    SMTPPort: integer(587, { min: 1, max: 65_535 }),
    SMTPAccount: text(''),
    SMTPFrom: text(''),
    SMTPToken: secret(),
    SMTPSSLEnabled: flag(false),
  }),
  ...section('system', 'oidc', {
    'oidc.well_known': link(),
    'oidc.client_id': text('', { public: true }),
    'oidc.client_secret': secret(),
    'oidc.authorization_endpoint': link({ public: true }),
    'oidc.token_endpoint': link(),
    'oidc.user_info_endpoint': link(),
  }),
  ...section('system', 'github', {
    GitHubClientId: text('', { public: true }),
    GitHubClientSecret: secret(),
  }),
  ...section('system', 'linuxdo', {
    LinuxDOClientId: text('', { public: true }),
    LinuxDOClientSecret: secret(),
  }),
  ...section('system', 'wechat', {
    WeChatServerAddress: server(),
    WeChatServerToken: secret(),
    WeChatAccountQRCodeImageURL: picture({ public: true }),
  }),
  ...section('system', 'telegram', {
    TelegramBotToken: secret(),
    TelegramBotName: text('', { public: true }),
  }),
  ...section('system', 'turnstile', {
    TurnstileSiteKey: text('', { public: true }),
    TurnstileSecretKey: secret(),
  }),

  ...section('other', 'texts', {
    Notice: longText('', { public: true }),
    SystemName: text('Sluice', { public: true }),
    Logo: picture({ public: true }),
    HomePageContent: longText('', { public: true }),
    About: longText('', { public: true }),
    Footer: longText('', { public: true }),
  }),
}

export type OptionTable = typeof optionTable
export type OptionKey = keyof OptionTable
type OptionValue<Key extends OptionKey> = z.output<OptionTable[Key]['schema']>
export type OptionValues = { [Key in OptionKey]: OptionValue<Key> }

export const isOptionKey = (text: string): text is OptionKey => Object.hasOwn(optionTable, text)

// seam: Object.keys does not know that the table has no other keys
export const optionKeys = Object.keys(optionTable) as readonly OptionKey[]

/** An option as the console receives it; a secret comes empty, and `set` tells whether there is one. */
const shownOption = z.object({ key: z.string(), value: z.string(), set: z.optional(z.boolean()) })
export type ShownOption = z.output<typeof shownOption>

export const optionCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/option/',
    access: 'admin',
    summary: 'Every option as text; secrets come empty',
    data: z.array(shownOption),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/option/',
    access: 'admin',
    summary: 'Change one option',
    body: z.object({ key: z.string().check(z.maxLength(128)), value: z.string() }),
    strict: true,
    data: nothing,
  }),
  resetModelRatio: endpoint({
    method: 'POST',
    path: '/api/option/rest_model_ratio',
    access: 'admin',
    summary: 'Put the ratios of all models back to the built-in ones',
    data: nothing,
  }),
  unsetModels: endpoint({
    method: 'GET',
    path: '/api/option/unset_models',
    access: 'admin',
    summary: 'The models of enabled channels that have neither a price nor a ratio, under the names they are priced by',
    data: z.array(z.string()),
  }),
}
