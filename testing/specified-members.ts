import type * as z from 'zod/mini'
import { channelInfo } from '#contract/channels.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { logOther, logStat } from '#contract/logs.ts'
import { systemStatus } from '#contract/status.ts'
import { userSetting } from '#contract/user.ts'

/** A thing that calls tell of, with its members as the product knows them. */
export type SpecifiedEntity = {
  name: string
  /** The part of the contract and its sections. */
  from: string
  /** Where its members stand. */
  file: string
  schema: z.ZodMiniType
  members: readonly string[]
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const shownByStatus = { name: 'status', from: '1 §3, 2 §3.6', schema: systemStatus }
const ownedByUser = { name: 'user', from: '1 §3', schema: contract.users.read.data }

export const specifiedEntities: readonly SpecifiedEntity[] = [
  {
    name: 'user',
    from: '1 §3',
    file: 'contract/user.ts',
    schema: contract.users.read.data,
    members: words(`
      id username display_name email group quota used_quota request_count aff_count aff_quota
      aff_history_quota inviter_id role status DeletedAt setting
    `),
  },
  { ...ownedByUser, file: 'contract/signin-ways/github.ts', members: words('github_id') },
  { ...ownedByUser, file: 'contract/signin-ways/oidc.ts', members: words('oidc_id') },
  { ...ownedByUser, file: 'contract/signin-ways/wechat.ts', members: words('wechat_id') },
  { ...ownedByUser, file: 'contract/signin-ways/telegram.ts', members: words('telegram_id') },
  { ...ownedByUser, file: 'contract/signin-ways/linuxdo.ts', members: words('linux_do_id') },
  {
    name: 'setting of a user',
    from: '1 §3',
    file: 'contract/user.ts',
    schema: userSetting,
    members: words(`
      notify_type quota_warning_threshold webhook_url webhook_secret notification_email
      accept_unset_model_ratio_model
    `),
  },
  {
    name: 'status',
    from: '1 §3, 2 §3.6',
    file: 'contract/status.ts',
    schema: systemStatus,
    members: words(`
      system_name logo footer_html quota_per_unit display_in_currency enable_drawing enable_task
      enable_data_export chats data_export_default_time default_collapse_sidebar mj_notify_enabled chat_link
      chat_link2 docs_link email_verification turnstile_check turnstile_site_key check_in_enabled version
      start_time server_address top_up_link min_topup enable_online_topup setup self_use_mode_enabled
      demo_site_enabled root_init database_type
    `),
  },
  { ...shownByStatus, file: 'contract/signin-ways/github.ts', members: words('github_oauth github_client_id') },
  {
    ...shownByStatus,
    file: 'contract/signin-ways/oidc.ts',
    members: words('oidc_enabled oidc_client_id oidc_authorization_endpoint'),
  },
  { ...shownByStatus, file: 'contract/signin-ways/wechat.ts', members: words('wechat_login wechat_qrcode') },
  { ...shownByStatus, file: 'contract/signin-ways/telegram.ts', members: words('telegram_oauth telegram_bot_name') },
  { ...shownByStatus, file: 'contract/signin-ways/linuxdo.ts', members: words('linuxdo_oauth linuxdo_client_id') },
  {
    name: 'channel',
    from: '2 §3.3',
    file: 'contract/channel-fields.ts',
    schema: contract.channels.read.data,
    members: words(`
      name type openai_organization max_input_tokens base_url other model_mapping status_code_mapping models
      group auto_ban test_model priority weight tag model_prefix setting param_override status
    `),
  },
  {
    name: 'channel',
    from: '2 §3.3',
    file: 'contract/channels.ts',
    schema: contract.channels.read.data,
    members: words('id key response_time balance used_quota other_info created_time test_time balance_updated_time'),
  },
  {
    name: 'row of a tag',
    from: '2 §3.3',
    file: 'contract/channels.ts',
    schema: contract.channels.list.data,
    members: words('tag group used_quota response_time priority weight children'),
  },
  {
    name: 'reason of a status',
    from: '2 §3.3',
    file: 'contract/channels.ts',
    schema: channelInfo,
    members: words('status_reason status_time'),
  },
  {
    name: 'token',
    from: '2 §3.4',
    file: 'contract/tokens.ts',
    schema: contract.tokens.read.data,
    members: words(`
      id name key status remain_quota used_quota unlimited_quota expired_time created_time
      model_limits_enabled model_limits allow_ips group
    `),
  },
  {
    name: 'choice of a group',
    from: '2 §3.4',
    file: 'contract/user.ts',
    schema: contract.session.groups.data,
    members: words('desc ratio'),
  },
  {
    name: 'redemption',
    from: '2 §3.5',
    file: 'contract/redemptions.ts',
    schema: contract.redemptions.read.data,
    members: words('id name key status quota is_gift max_uses used_count used_user_id created_time'),
  },
  {
    name: 'row of the log',
    from: '2 §3.6',
    file: 'contract/logs.ts',
    schema: contract.logs.list.data,
    members: words(`
      id created_at type channel channel_name username user_id token_name group model_name use_time is_stream
      prompt_tokens completion_tokens quota content other
    `),
  },
  {
    name: 'rest of a row of the log',
    from: '2 §3.6',
    file: 'contract/logs.ts',
    schema: logOther,
    members: words(`
      admin_info use_channel group frt claude model_ratio model_price completion_ratio group_ratio
      user_group_ratio cache_tokens cache_ratio cache_creation_tokens cache_creation_ratio ws audio
      audio_input audio_output text_input text_output audio_ratio audio_completion_ratio is_model_mapped
      upstream_model_name reasoning_effort system_prompt context input_content output_content
    `),
  },
  {
    name: 'sums of the log',
    from: '2 §3.6',
    file: 'contract/logs.ts',
    schema: logStat,
    members: words('quota rpm tpm'),
  },
  {
    name: 'drawing',
    from: '2 §3.6',
    file: 'contract/drawings.ts',
    schema: contract.drawings.list.data,
    members: words(`
      id created_at submit_time finish_time channel_id action mj_id code status progress image_url prompt
      prompt_en fail_reason
    `),
  },
  {
    name: 'task',
    from: '2 §3.6',
    file: 'contract/tasks.ts',
    schema: contract.tasks.list.data,
    members: words(
      'id created_at submit_time finish_time progress channel_id platform action task_id status fail_reason',
    ),
  },
  {
    name: 'price of a model',
    from: '2 §3.6',
    file: 'contract/models.ts',
    schema: contract.models.pricing.data,
    members: words('model_name quota_type model_ratio completion_ratio model_price enable_groups'),
  },
  {
    name: 'tables beside the prices',
    from: '2 §3.6',
    file: 'contract/models.ts',
    schema: contract.models.pricing.beside,
    members: words('group_ratio usable_group'),
  },
  {
    name: 'state of the setup',
    from: '2 §3.6',
    file: 'contract/setup.ts',
    schema: contract.setup.read.data,
    members: words('status root_init database_type'),
  },
  {
    name: 'option',
    from: '1 §3',
    file: 'contract/options.ts',
    schema: contract.options.list.data,
    members: words('key value'),
  },
  {
    name: 'page',
    from: '2 §7.8',
    file: 'contract/fields.ts',
    schema: contract.logs.list.data,
    members: words('items page page_size total'),
  },
]

/** A call with what the product sends along. */
export type SpecifiedSending = { endpoint: Endpoint; query?: readonly string[]; body?: readonly string[] }

const { users, session, signin, emails, affiliates, userSettings, options, logs, channels } = contract
const { channelUpkeep, channelBatches, tokens, redemptions, wallet, drawings, tasks, setup } = contract
const ownRows = 'type token_name model_name start_timestamp end_timestamp group'

export const specifiedSendings: readonly SpecifiedSending[] = [
  { endpoint: users.list, query: words('p page_size') },
  { endpoint: users.search, query: words('keyword group p page_size') },
  { endpoint: users.create, body: words('username display_name password') },
  { endpoint: users.update, body: words('id username display_name password group quota') },
  { endpoint: users.manage, body: words('id action') },
  { endpoint: session.updateSelf, body: words('display_name password') },
  {
    endpoint: session.register,
    query: words('turnstile'),
    body: words('username password password2 email verification_code aff_code'),
  },
  { endpoint: session.login, query: words('turnstile'), body: words('username password') },
  { endpoint: signin.state, query: words('aff') },
  { endpoint: signin.wechat, query: words('code') },
  { endpoint: signin.wechatBind, query: words('code') },
  { endpoint: signin.github, query: words('code state') },
  { endpoint: signin.oidc, query: words('code state') },
  { endpoint: signin.linuxdo, query: words('code state') },
  { endpoint: emails.bind, query: words('email code') },
  { endpoint: emails.sendCode, query: words('email turnstile') },
  { endpoint: emails.requestReset, query: words('email turnstile') },
  { endpoint: emails.reset, body: words('email token') },
  { endpoint: affiliates.transfer, body: words('quota') },
  {
    endpoint: userSettings.update,
    body: words(`notify_type quota_warning_threshold webhook_url webhook_secret notification_email
      accept_unset_model_ratio_model`),
  },
  { endpoint: options.update, body: words('key value') },
  { endpoint: logs.deleteOld, query: words('target_timestamp') },
  { endpoint: channels.list, query: words('p page_size id_sort tag_mode') },
  { endpoint: channels.search, query: words('keyword group model id_sort tag_mode') },
  { endpoint: channels.create, body: words('name key type models group') },
  { endpoint: channels.update, body: words('id status priority weight') },
  { endpoint: channelUpkeep.fetchNewModels, body: words('base_url type key') },
  { endpoint: channelUpkeep.test, query: words('model') },
  { endpoint: channelBatches.removeMany, body: words('ids') },
  { endpoint: channelBatches.tagMany, body: words('ids tag') },
  { endpoint: channelBatches.changeTag, body: words('tag new_tag model_mapping groups models priority weight') },
  { endpoint: channelBatches.enableTag, body: words('tag') },
  { endpoint: channelBatches.disableTag, body: words('tag') },
  { endpoint: tokens.list, query: words('p size') },
  { endpoint: tokens.search, query: words('keyword token') },
  { endpoint: tokens.update, query: words('status_only'), body: words('id status') },
  { endpoint: redemptions.list, query: words('p page_size') },
  { endpoint: redemptions.search, query: words('keyword p page_size') },
  { endpoint: redemptions.create, body: words('name quota count is_gift max_uses key') },
  { endpoint: redemptions.update, query: words('status_only'), body: words('id status') },
  { endpoint: redemptions.disable, body: words('ids') },
  { endpoint: redemptions.countByName, query: words('name') },
  { endpoint: redemptions.removeByName, query: words('name') },
  { endpoint: wallet.redeem, body: words('key') },
  { endpoint: wallet.price, body: words('amount top_up_code') },
  { endpoint: wallet.pay, body: words('amount top_up_code payment_method') },
  { endpoint: logs.list, query: words(`p page_size username channel ${ownRows}`) },
  { endpoint: logs.listSelf, query: words(`p page_size ${ownRows}`) },
  { endpoint: logs.stat, query: words(`username channel ${ownRows}`) },
  { endpoint: logs.statSelf, query: words(ownRows) },
  { endpoint: drawings.list, query: words('p channel_id mj_id start_timestamp end_timestamp') },
  { endpoint: drawings.listSelf, query: words('p mj_id start_timestamp end_timestamp') },
  { endpoint: tasks.list, query: words('p channel_id task_id start_timestamp end_timestamp') },
  { endpoint: tasks.listSelf, query: words('p task_id start_timestamp end_timestamp') },
  { endpoint: setup.perform, body: words('username password confirmPassword SelfUseModeEnabled DemoSiteEnabled') },
]
