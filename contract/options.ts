import * as z from 'zod/mini'
import { defaultFilmSizes, defaultFixedPrices, defaultPricedBySecond } from './default-fixed-prices.ts'
import { defaultPriceSteps } from './default-price-steps.ts'
import { defaultCacheRatios, defaultCompletionRatios, defaultModelRatios } from './default-prices.ts'
import { defaultToolPrices } from './default-tool-prices.ts'
import { endpoint } from './endpoint.ts'
import { amount, largestGift, largestQuota, modelName, nothing } from './fields.ts'
import { chatPage, filmSizes, groupName, headerTable, tableOf } from './option-fields.ts'
import {
  choice,
  decimal,
  domains,
  flag,
  host,
  integer,
  json,
  kept,
  lines,
  link,
  longText,
  type Option,
  patterns,
  picture,
  secret,
  sender,
  server,
  text,
} from './option-kinds.ts'
import { priceStepTable } from './price-steps.ts'
import { paymentOptions, signinOptions, signinSwitches } from './registry-options.ts'
import { tierRatioTable } from './service-tiers.ts'
import { discoveryCalls } from './signin-discovery.ts'
import { toolPriceTable } from './tool-prices.ts'
import { roles } from './user.ts'

export type OptionTab = 'operation' | 'prices' | 'groups' | 'ratelimit' | 'models' | 'system' | 'other'

/** Who reads and changes an option. */
export type OptionRank = 'admin' | 'root'

/**
 * Says in which part of which form the options are found, and whose they are. Their order here is their order there.
 * The super admin's alone is whatever an administrator could use to act as him or to take from him: who signs in and
 * how, who is trusted, where mail and money and other people's keys go, and what runs in everybody's browser.
 */
const section = <const Section extends string, Options extends Record<string, Option>>(
  tab: OptionTab,
  name: Section,
  rank: OptionRank,
  options: Options,
) => {
  const placed = Object.entries(options).map(([key, option]) => {
    return [key, { ...option, rank: option.rank ?? rank, tab, section: name }]
  })
  // seam: Object.entries forgets which name belongs to which option
  return Object.fromEntries(placed) as {
    [Key in keyof Options]: Options[Key] & { rank: OptionRank; tab: OptionTab; section: Section }
  }
}

const quota = (initial: number) => integer(initial, { min: 0, max: largestQuota, unit: 'quota' })
/** What is given away, again and again: as much as one code is worth at most. */
const gift = (initial: number) => integer(initial, { min: 0, max: largestGift, unit: 'quota' })
const share = (initial: number, enabledBy: string) => decimal(initial, { min: 0.1, max: 1, step: 0.01, enabledBy })

const modelAmounts = tableOf(modelName, amount)
const groupAmounts = tableOf(groupName, amount)

/** Every option: one entry gives its type, default, validation, storage, whose it is, and its form field. */
export const optionTable = {
  ...section('operation', 'general', 'admin', {
    /** Where people are sent to pay, and to read: pages of another's could ask them for their passwords. */
    TopUpLink: link({ rank: 'root', public: true }),
    'general_setting.docs_link': link({ rank: 'root', public: true }),
    /** What a payment buys. */
    QuotaPerUnit: integer(500_000, { rank: 'root', min: 1, max: 1_000_000_000, public: true }),
    TokensPerUser: integer(1000, { min: 1, max: 100_000 }),
    RetryTimes: integer(3, { min: 0, max: 20 }),
    ChannelLatencyRoutingEnabled: flag(false),
    DisplayInCurrencyEnabled: flag(true, { public: true }),
    /** Clients that ask for their bill are told the token's figures, not the user's. */
    DisplayTokenStatEnabled: flag(true),
    DefaultCollapseSidebar: flag(false, { public: true }),
    /** Whether strangers see how the models are doing. */
    StatusPageEnabled: flag(false, { public: true }),
    /** What the super admin chose at setup: who may change anything, and whether strangers may join. */
    DemoSiteEnabled: flag(false, { rank: 'root', public: true }),
    SelfUseModeEnabled: flag(false, { rank: 'root', public: true }),
  }),
  ...section('operation', 'drawing', 'admin', {
    DrawingEnabled: flag(true, { public: true }),
    TaskEnabled: flag(true, { public: true }),
    MjNotifyEnabled: flag(false, { public: true }),
    MjAccountFilterEnabled: flag(false),
    MjForwardUrlEnabled: flag(true),
    MjModeClearEnabled: flag(false),
    MjActionCheckSuccessEnabled: flag(true),
  }),
  ...section('operation', 'sensitive', 'admin', {
    CheckSensitiveEnabled: flag(true),
    CheckSensitiveOnPromptEnabled: flag(true),
    CheckSensitiveOnCompletionEnabled: flag(true),
    StopOnSensitiveEnabled: flag(true),
    StreamCacheQueueLength: integer(0, { min: 0, max: 1000 }),
    SensitiveWords: patterns(['test_sensitive']),
  }),
  ...section('operation', 'log', 'admin', {
    LogConsumeEnabled: flag(true),
    /** Lets administrators read what everybody asks, the super admin too. */
    LogChatContentEnabled: flag(false, { rank: 'root' }),
    FailedCallDays: integer(7, { min: 1, max: 365, unit: 'days' }),
  }),
  ...section('operation', 'dashboard', 'admin', {
    DataExportEnabled: flag(true, { public: true }),
    /** Calls are added up as they are settled. */
    DataExportInterval: kept(integer(5, { min: 1, max: 10_080, unit: 'minutes' })),
    DataExportDefaultTime: choice(['hour', 'day', 'week'], 'hour', { public: true }),
  }),
  ...section('operation', 'monitoring', 'admin', {
    /** 0: channels are tested only when somebody asks for it. */
    ChannelTestInterval: integer(0, { min: 0, max: 10_080, unit: 'minutes' }),
    ChannelBalanceInterval: integer(0, { min: 0, max: 10_080, unit: 'minutes' }),
    ChannelDisableThreshold: decimal(5, { min: 0, max: 86_400, unit: 'seconds' }),
    QuotaRemindThreshold: { ...quota(1000), public: true },
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
  ...section('operation', 'checkin', 'admin', {
    CheckInEnabled: flag(false, { public: true, needs: ['CheckInQuota'] }),
    CheckInQuota: gift(1000),
    CheckInMaxQuota: gift(0),
  }),
  ...section('operation', 'quota', 'admin', {
    QuotaForNewUser: gift(0),
    PreConsumedQuota: integer(500, { min: 0, max: 1_000_000_000, unit: 'tokens' }),
    OutputLimitByBalanceEnabled: flag(false),
    QuotaForInviter: gift(0),
    QuotaForInvitee: gift(0),
  }),
  ...section('groups', 'groups', 'admin', {
    GroupRatio: json(groupAmounts, { default: 1, vip: 1, svip: 1 }, { table: 'ratios-of-groups' }),
    /** What members of a group pay when they use a group: it goes before the ratio of the group used. */
    GroupGroupRatio: json(tableOf(groupName, groupAmounts), {}, { table: 'ratios-between-groups' }),
    UserUsableGroups: json(
      tableOf(groupName, z.string().check(z.maxLength(1024))),
      { default: 'Default group', vip: 'VIP group' },
      { table: 'descriptions-of-groups' },
    ),
  }),
  ...section('operation', 'chats', 'root', {
    /** These pages are given the keys of whoever opens them. */
    Chats: json(z.array(chatPage), [], { public: true, table: 'links' }),
  }),
  ...section('prices', 'ratios', 'admin', {
    ModelPrice: json(modelAmounts, defaultFixedPrices),
    /** Models of films: their fixed price is that of a second. */
    ModelsPricedBySecond: lines(defaultPricedBySecond),
    /** How many times its usual price a film costs, by its model and its size. */
    VideoSizeRatio: json(tableOf(modelName, filmSizes), defaultFilmSizes),
    ModelRatio: json(modelAmounts, defaultModelRatios),
    CacheRatio: json(modelAmounts, defaultCacheRatios),
    CompletionRatio: json(modelAmounts, defaultCompletionRatios),
    /** What is kept for five minutes; an hour stays as many times of it as by the rules. */
    CreateCacheRatio: json(modelAmounts, {}, { table: 'ratios-of-models' }),
    ImageRatio: json(modelAmounts, {}, { table: 'ratios-of-models' }),
    AudioRatio: json(modelAmounts, {}, { table: 'ratios-of-models' }),
    AudioCompletionRatio: json(modelAmounts, {}, { table: 'ratios-of-models' }),
    PriceStep: json(priceStepTable, defaultPriceSteps),
    ServiceTierRatio: json(tierRatioTable, {}),
    PriceListAddresses: lines([]),
    /** 0: never. */
    PriceListCheckHours: integer(0, { min: 0, max: 720, unit: 'hours' }),
    ToolPrice: json(toolPriceTable, defaultToolPrices),
  }),

  ...section('ratelimit', 'ratelimit', 'admin', {
    ModelRequestRateLimitEnabled: flag(false),
    ModelRequestRateLimitDurationMinutes: integer(1, { min: 0, max: 10_080, unit: 'minutes' }),
    /** 0 and -1: no limit. */
    ModelRequestRateLimitCount: integer(0, { min: -1, max: 1_000_000_000 }),
    ModelRequestRateLimitSuccessCount: integer(1000, { min: 1, max: 1_000_000_000 }),
    UpstreamRateLimitsTold: flag(false),
  }),

  ...section('models', 'global', 'admin', {
    'global.pass_through_request_enabled': flag(false),
    'global.hide_upstream_error_enabled': flag(false),
    CostlyThingsKept: flag(false),
    /** 0: none is remembered. */
    ResponseMemoryDays: integer(30, { min: 0, max: 3650, unit: 'days' }),
    ResponseMemoryMegabytes: integer(100, { min: 1, max: 1_000_000, unit: 'megabytes' }),
    /** What calls cost that are handed in as a batch, beside what they cost by themselves. */
    BatchRatio: decimal(0.5, { min: 0, max: 100, step: 0.01 }),
    /** Whether batches of models whose channels have none are done here, and how. */
    OwnBatches: flag(false),
    OwnBatchHours: integer(24, { min: 1, max: 720, unit: 'hours' }),
    OwnBatchCalls: integer(4, { min: 1, max: 256 }),
    OwnBatchMegabytes: integer(2048, { min: 1, max: 1_000_000, unit: 'megabytes' }),
    OwnBatchDays: integer(7, { min: 1, max: 365, unit: 'days' }),
    'general_setting.ping_interval_enabled': flag(false),
    'general_setting.ping_interval_seconds': integer(60, {
      min: 1,
      max: 3600,
      unit: 'seconds',
      enabledBy: 'general_setting.ping_interval_enabled',
    }),
  }),
  ...section('models', 'gemini', 'admin', {
    'gemini.safety_settings': json(
      tableOf(modelName, z.string().check(z.regex(/^[A-Z_]{1,64}$/, 'not_capitals'))),
      {
        default: 'OFF',
        HARM_CATEGORY_HARASSMENT: 'BLOCK_NONE',
        HARM_CATEGORY_HATE_SPEECH: 'BLOCK_NONE',
        HARM_CATEGORY_SEXUALLY_EXPLICIT: 'BLOCK_NONE',
        HARM_CATEGORY_DANGEROUS_CONTENT: 'BLOCK_NONE',
      },
      { table: 'thresholds' },
    ),
    'gemini.version_settings': json(
      tableOf(modelName, z.string().check(z.regex(/^v\d[0-9a-z]{0,15}$/, 'not_version'))),
      {
        default: 'v1beta',
        'gemini-1.0-pro': 'v1beta',
      },
      { table: 'versions-of-models' },
    ),
    'gemini.supported_imagine_models': json(z.array(modelName), [
      'gemini-2.0-flash-exp-image-generation',
      'gemini-2.0-flash-exp',
    ]),
    'gemini.thinking_adapter_enabled': flag(false),
    'gemini.thinking_adapter_budget_tokens_percentage': share(0.6, 'gemini.thinking_adapter_enabled'),
  }),
  ...section('models', 'claude', 'admin', {
    'claude.model_headers_settings': json(tableOf(modelName, headerTable), {}, { table: 'headers-of-models' }),
    'claude.default_max_tokens': json(
      tableOf(modelName, z.int().check(z.minimum(1), z.maximum(1_073_741_823))),
      { default: 8192 },
      { table: 'tokens-of-models' },
    ),
    'claude.thinking_adapter_enabled': flag(true),
    'claude.thinking_adapter_budget_tokens_percentage': share(0.8, 'claude.thinking_adapter_enabled'),
  }),

  ...section('system', 'site', 'root', {
    ServerAddress: server({ public: true }),
  }),
  ...section('system', 'worker', 'root', {
    WorkerUrl: server(),
    WorkerValidKey: secret(),
  }),
  ...section('system', 'payment', 'root', {
    ...paymentOptions,
    Price: decimal(7.3, { min: 0, max: 1_000_000, step: 0.01, unit: 'yuan', public: true }),
    MinTopUp: integer(1, { min: 1, max: 1_000_000, public: true }),
    /** An order is unpaid until it is paid or a day old. */
    UnpaidOrdersPerUser: integer(10, { min: 1, max: 1000 }),
    CustomCallbackAddress: server(),
    TopupGroupRatio: json(groupAmounts, { default: 1, vip: 1, svip: 1 }, { table: 'prices-of-groups' }),
  }),
  ...section('system', 'login', 'root', {
    PasswordLoginEnabled: flag(true),
    PasswordRegisterEnabled: flag(true),
    EmailVerificationEnabled: flag(false, { public: true, needs: ['SMTPServer'] }),
    RegisterEnabled: flag(true),
    ...signinSwitches,
    TurnstileCheckEnabled: flag(false, { public: true, needs: ['TurnstileSiteKey', 'TurnstileSecretKey'] }),
  }),
  ...section('system', 'email-domains', 'root', {
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
  ...section('system', 'smtp', 'root', {
    SMTPServer: host(),
    SMTPPort: integer(587, { min: 1, max: 65_535 }),
    SMTPAccount: text(''),
    SMTPFrom: sender(),
    SMTPToken: secret(),
    SMTPSSLEnabled: flag(false),
    /** Codes and links in a day, which anybody can ask for. */
    MailsPerMailbox: integer(20, { min: 1, max: 1000 }),
    MailsPerAsker: integer(50, { min: 1, max: 1_000_000 }),
  }),
  ...signinOptions,
  ...section('system', 'turnstile', 'root', {
    TurnstileSiteKey: text('', { public: true }),
    TurnstileSecretKey: secret(),
  }),

  ...section('other', 'texts', 'admin', {
    Notice: longText('', { public: true }),
    SystemName: text('Sluice', { public: true }),
    /** Every browser that opens the console fetches it. */
    Logo: picture({ rank: 'root', public: true }),
    /** Pages and HTML in everybody's console: what is framed there could pass for the login. */
    HomePageContent: longText('', { rank: 'root', public: true }),
    About: longText('', { rank: 'root', public: true }),
    Footer: longText('', { rank: 'root', public: true }),
  }),
  ...section('other', 'version', 'root', {
    /** Where the gateway asks for the newest release; the status tells whether there is one to ask. */
    UpdateAddress: link({ public: true }),
  }),
}

export type OptionTable = typeof optionTable
export type OptionKey = keyof OptionTable
type OptionValue<Key extends OptionKey> = z.output<OptionTable[Key]['schema']>
export type OptionValues = { [Key in OptionKey]: OptionValue<Key> }

export const isOptionKey = (text: string): text is OptionKey => Object.hasOwn(optionTable, text)

// seam: Object.keys does not know that the table has no other keys
export const optionKeys = Object.keys(optionTable) as readonly OptionKey[]

/** What the settings page shows: nothing that would do nothing. */
export type DrawnKey = { [Key in OptionKey]: OptionTable[Key] extends { drawn: false } ? never : Key }[OptionKey]

export const isDrawnKey = (text: string): text is DrawnKey => isOptionKey(text) && !('drawn' in optionTable[text])

export const drawnKeys = optionKeys.filter(isDrawnKey)

/** Whether somebody of this role reads and changes the option. */
export const isWithinReach = (key: OptionKey, role: number): boolean =>
  role >= (optionTable[key].rank === 'root' ? roles.root : roles.admin)

/**
 * An option as the console receives it. A secret comes empty, and `set` tells whether there is one. One of the super
 * admin's comes `hidden` to everybody else: that there is such an option, and nothing of what is in it.
 */
const shownOption = z.object({
  key: z.string(),
  value: z.string(),
  set: z.optional(z.boolean()),
  hidden: z.optional(z.boolean()),
})
export type ShownOption = z.output<typeof shownOption>

export const optionCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/option/',
    access: 'admin',
    summary: 'Every option as text; secrets come empty, and to administrators what is the super admin’s alone',
    data: z.array(shownOption),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/option/',
    access: 'admin',
    proofFor: { member: 'key', values: optionKeys.filter((key) => optionTable[key].rank === 'root'), proof: 'fresh' },
    summary: 'Change one option',
    body: z.object({
      key: z.string().check(z.maxLength(128)),
      value: z.string(),
      /** With true an empty secret is one that was read, and stays. */
      set: z.optional(z.boolean()),
    }),
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
  ...discoveryCalls,
  latestRelease: endpoint({
    method: 'GET',
    path: '/api/option/latest_release',
    access: 'admin',
    proof: 'session',
    limit: 'critical',
    summary: 'The newest release that the address for updates tells of',
    data: z.object({ tag_name: z.string(), html_url: z.string() }),
  }),
  unsetModels: endpoint({
    method: 'GET',
    path: '/api/option/unset_models',
    access: 'admin',
    summary: 'The models of enabled channels that have neither a price nor a ratio, under the names they are priced by',
    data: z.array(z.string()),
  }),
}
