import type { ErrorEntry } from './error-entry.ts'

/** What the control plane declines to do with what it keeps. */
export const resourceErrors = {
  // Accounts
  user_missing: { status: 200, en: 'The user does not exist', zh: '用户不存在' },
  root_protected: {
    status: 200,
    en: 'The super admin cannot be banned, removed as admin or deleted',
    zh: '不能封禁、取消或注销超级管理员',
  },
  user_fields_missing: { status: 200, en: 'Username and password cannot be empty', zh: '用户名和密码不能为空' },
  user_out_of_reach: {
    status: 200,
    en: 'You can only manage users with a lower role than yours',
    zh: '无权操作同级或更高权限的用户',
  },
  balance_full: {
    status: 200,
    en: 'The balance would be more than an account can hold',
    zh: '余额将超出账户上限',
  },
  user_deleted: { status: 200, en: 'This account has been deleted', zh: '该账户已注销' },
  user_changed: {
    status: 200,
    en: 'This user was just changed. Reload and try again.',
    zh: '该用户刚刚被修改，请刷新后重试',
  },
  user_quota_changed: {
    status: 200,
    en: 'The balance changed meanwhile. Reload and try again.',
    zh: '该用户的余额已变化，请刷新后重试',
  },
  promote_root_only: {
    status: 200,
    en: 'Only the super admin can make someone an admin',
    zh: '只有超级管理员可以将用户设为管理员',
  },
  user_admin_already: { status: 200, en: 'This user is already an admin', zh: '该用户已经是管理员' },
  user_ordinary_already: { status: 200, en: 'This user is already a regular user', zh: '该用户已经是普通用户' },
  group_missing: { status: 200, en: 'Group {group} does not exist', zh: '分组 {group} 不存在' },
  password_own_elsewhere: {
    status: 200,
    en: 'Change your own password in the personal settings, with the current one',
    zh: '请在个人设置中使用当前密码修改自己的密码',
  },
  password_current_wrong: { status: 200, en: 'The current password is wrong', zh: '当前密码错误' },

  // Own settings
  webhook_url_missing: { status: 200, en: 'Enter the webhook address', zh: '请输入 Webhook 地址' },
  webhook_url_refused: {
    status: 200,
    en: 'The webhook address must be a public https:// address',
    zh: 'Webhook 地址必须是可公开访问的 https:// 地址',
  },

  name_missing: { status: 200, en: 'Enter a name', zh: '请输入名称' },
  redeem_code_missing: { status: 200, en: 'Enter a redemption code', zh: '请输入兑换码' },

  // Tokens
  token_missing: { status: 200, en: 'The token does not exist', zh: '令牌不存在' },
  token_too_many: {
    status: 200,
    en: 'A user may have at most {most} API tokens: delete one first',
    zh: '每个用户最多拥有 {most} 个令牌，请先删除不再使用的令牌',
  },
  token_expired: {
    status: 200,
    en: 'The token has expired: change its expiry first',
    zh: '令牌已过期，请先修改过期时间',
  },
  token_exhausted: {
    status: 200,
    en: 'The token has no quota left: raise its quota first',
    zh: '令牌额度已用尽，请先提高额度',
  },
  token_group_forbidden: { status: 200, en: "You don't have access to group {group}", zh: '无权使用分组 {group}' },

  // Channels
  channel_missing: {
    status: 200,
    en: 'This channel no longer exists. Refresh the page.',
    zh: '该渠道不存在，请刷新页面',
  },
  channel_tag_missing: { status: 200, en: 'No channel has the tag {tag}', zh: '没有标签为 {tag} 的渠道' },
  channel_field_full: {
    status: 200,
    en: 'Channel {channel} cannot take this into {field}: it would be empty or too long',
    zh: '渠道 {channel} 的 {field} 将为空或超出长度限制，无法修改',
  },
  channel_fields_missing: {
    status: 200,
    en: 'Enter a name and a key',
    zh: '请填写渠道名称和密钥',
  },
  channel_models_missing: { status: 200, en: 'Select at least one model', zh: '请至少选择一个模型' },
  channel_key_missing: { status: 200, en: 'Enter a key', zh: '请填写密钥' },
  channel_key_unknown: {
    status: 200,
    en: 'The channel no longer has this key. Refresh the page.',
    zh: '该渠道没有此密钥，请刷新页面',
  },
  channel_key_last: {
    status: 200,
    en: 'No other key of the channel is in use, please disable the channel instead',
    zh: '渠道没有其他可用密钥，请直接禁用该渠道',
  },
  channel_test_failed: {
    status: 200,
    en: 'The test failed after {time} s: {reason}',
    zh: '测试失败（{time} 秒）：{reason}',
  },
  channel_untestable: {
    status: 200,
    en: 'This channel can’t be tested: none of its models can be tested',
    zh: '该渠道无法测试：没有可供测试的模型',
  },
  channel_run_going: {
    status: 200,
    en: 'Already running. Wait until it finishes.',
    zh: '正在运行，请等待完成',
  },
  models_fetch_failed: { status: 200, en: 'Couldn’t fetch the model list: {reason}', zh: '获取模型列表失败：{reason}' },
  balance_untold: {
    status: 200,
    en: 'This provider does not report balances',
    zh: '该服务商不支持查询余额',
  },
  balance_failed: { status: 200, en: 'Couldn’t read the balance: {reason}', zh: '查询余额失败：{reason}' },
  priority_not_whole: { status: 200, en: 'Priority must be a whole number', zh: '优先级必须是整数' },
  weight_not_whole: { status: 200, en: 'Weight must be a whole number, 0 or more', zh: '权重必须是非负整数' },

  // Redemption codes
  batch_over: {
    status: 409,
    en: 'Batch {id} is over already',
    zh: '批处理 {id} 已经结束',
  },
  batch_not_stopped: {
    status: 502,
    en: 'The upstream did not stop batch {id}, try again',
    zh: '上游未能停止批处理 {id}，请重试',
  },
  redemption_missing: { status: 200, en: 'The redemption code does not exist', zh: '兑换码不存在' },
  redemption_batch_missing: {
    status: 200,
    en: 'The batch does not exist, or all of its codes were deleted',
    zh: '该批次不存在，或其兑换码已全部删除',
  },
  redemption_key_taken: { status: 200, en: 'This redemption code exists already', zh: '该兑换码已存在' },
  redemption_not_editable: {
    status: 200,
    en: 'Only an unused and enabled redemption code can be edited',
    zh: '只能编辑未使用且未禁用的兑换码',
  },
  redemption_used: {
    status: 200,
    en: 'This code has been used and can no longer be enabled or disabled',
    zh: '该兑换码已使用，无法启用或禁用',
  },
  redeem_unknown: { status: 200, en: 'This code is invalid', zh: '兑换失败：兑换码无效' },
  redeem_early: { status: 200, en: 'This code is not valid yet', zh: '兑换失败：该兑换码尚未生效' },
  redeem_expired: { status: 200, en: 'This code has expired', zh: '兑换失败：该兑换码已过期' },
  redeem_disabled: { status: 200, en: 'This code is disabled', zh: '兑换失败：该兑换码已被禁用' },
  redeem_used: { status: 200, en: 'This code has already been used', zh: '兑换失败：该兑换码已使用' },
  redeem_exhausted: {
    status: 200,
    en: 'This gift code has reached its limit',
    zh: '兑换失败：该礼品码已达到最大使用次数',
  },
  redeem_repeated: {
    status: 200,
    en: 'You have already redeemed this gift code',
    zh: '兑换失败：您已经使用过该礼品码',
  },
  redeem_locked: {
    status: 200,
    en: 'Too many failed attempts. Try again in {minutes} {minutes:minute|minutes}.',
    zh: '失败次数过多，请 {minutes} 分钟后再试',
  },

  // Wallet, check-in, invites
  topup_off: {
    status: 200,
    en: 'Online top-up is not available on this site',
    zh: '本站未开启在线充值',
  },
  topup_address_missing: {
    status: 200,
    en: 'Online top-up is not fully set up. Contact the admin.',
    zh: '在线充值尚未配置完成，请联系管理员',
  },
  topup_too_small: { status: 200, en: 'The minimum top-up is {min}', zh: '充值金额不能低于 {min}' },
  topup_too_large: { status: 200, en: 'The maximum top-up is {max}', zh: '充值金额不能超过 {max}' },
  topup_too_cheap: {
    status: 200,
    en: 'The amount to pay is below ¥0.01. Enter a larger amount.',
    zh: '应付金额不足 0.01 元，请提高充值金额',
  },
  topup_too_dear: {
    status: 200,
    en: 'The amount to pay is too large for one order. Enter a smaller amount.',
    zh: '应付金额超出单笔订单上限，请降低充值金额',
  },
  topup_too_many: {
    status: 200,
    en: 'At most {most} {most:order|orders} may be unpaid at a time: pay one of them, or wait until one is 24 hours old',
    zh: '未支付的订单最多 {most} 个，请先完成支付，或等待订单创建满 24 小时后失效',
  },
  check_in_off: { status: 200, en: 'Check-in is turned off', zh: '本站未开启签到' },
  check_in_misconfigured: {
    status: 200,
    en: 'Check-in is not set up correctly. Contact the admin.',
    zh: '签到设置有误，请联系管理员',
  },
  check_in_done: { status: 200, en: 'Already checked in today', zh: '今日已签到，请明天再来' },
  transfer_too_small: { status: 200, en: 'The minimum transfer is {min}', zh: '最低划转 {min}' },
  transfer_insufficient: { status: 200, en: 'Not enough invitation earnings', zh: '可划转的邀请收益不足' },

  // Logs
  usage_range_too_long: {
    status: 200,
    en: 'The range may be at most {days} {days:day|days} long',
    zh: '时间跨度不能超过 {days} 天',
  },
  log_deletion_running: {
    status: 200,
    en: 'Old log entries are already being deleted. Wait until it finishes.',
    zh: '正在清理历史日志，请等待完成',
  },

  // Options
  option_unknown: { status: 200, en: 'Unknown setting “{key}”', zh: '未知的设置项“{key}”' },
  option_invalid: { status: 200, en: '“{key}”: {reason}', zh: '“{key}”：{reason}' },
  option_root_only: { status: 200, en: 'Only the super admin may change “{key}”', zh: '只有超级管理员可以修改“{key}”' },
  option_needed: {
    status: 200,
    en: '“{key}” cannot be empty while “{needing}” is on: turn it off first',
    zh: '“{needing}”启用时“{key}”不能为空，请先将其关闭',
  },
  option_contradicts: {
    status: 200,
    en: '“{key}” contradicts “{other}”: the most of a check-in may not be less than the least',
    zh: '“{key}”与“{other}”矛盾：签到最大额度不能小于签到额度',
  },
  option_last_way: {
    status: 200,
    en: 'The super admin could no longer log in. Connect that account to another way that is on first.',
    zh: '关闭后超级管理员将无法登录，请先为其绑定其他已启用的登录方式',
  },
  option_fixed_by_money: {
    status: 200,
    en: '“{key}” cannot be changed any more: quota has been given or used already',
    zh: '已有额度发放或消耗，不能再修改“{key}”',
  },
  update_address_missing: {
    status: 200,
    en: 'There is no address to ask for updates',
    zh: '未设置检查更新的地址',
  },
  update_unreachable: {
    status: 200,
    en: 'Couldn’t check for updates. Try again later.',
    zh: '检查更新失败，请稍后再试',
  },
  price_list_unreachable: {
    status: 200,
    en: 'The price list cannot be fetched from this address',
    zh: '无法从该地址获取价格表',
  },
  price_list_unknown: {
    status: 200,
    en: 'This is no price list of a kind that can be read here',
    zh: '无法识别该价格表的格式',
  },
  option_needs: {
    status: 200,
    en: 'Fill in “{needed}” before turning on “{key}”',
    zh: '启用“{key}”之前请先填写“{needed}”',
  },
} as const satisfies Record<string, ErrorEntry>
