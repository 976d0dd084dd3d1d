/**
 * Every error we raise: the status it is answered with and its sentence in both languages. A status of 200 is a
 * business refusal: the call was understood and declined, and the wrapper says `success: false`.
 * Words in braces are filled from the error's values.
 */
export const errors = {
  // Who is asking
  not_signed_in: { status: 401, en: 'Not logged in, or the login has expired', zh: '未登录或登录已过期，请重新登录' },
  user_id_mismatch: {
    status: 401,
    en: 'The user-id header is missing or does not match the login',
    zh: '用户标识请求头缺失或与登录不符',
  },
  account_banned: { status: 403, en: 'This account has been banned', zh: '该账户已被封禁' },
  role_insufficient: { status: 403, en: 'No permission for this operation', zh: '无权进行此操作，权限不足' },
  cross_origin: { status: 403, en: 'Requests from other sites are refused', zh: '拒绝来自其他站点的请求' },

  // How it is asked
  not_found: { status: 404, en: 'Invalid URL ({method} {path})', zh: '无效的地址（{method} {path}）' },
  method_not_allowed: { status: 405, en: 'Method {method} is not allowed here', zh: '此处不允许使用 {method} 方法' },
  body_malformed: { status: 400, en: 'The request body is not valid JSON', zh: '请求内容不是有效的 JSON' },
  body_too_large: { status: 413, en: 'The request body is too large', zh: '请求内容过大' },
  body_too_deep: { status: 400, en: 'The request body is nested too deeply', zh: '请求内容嵌套过深' },
  body_encoding_unsupported: { status: 415, en: 'The content encoding is not supported', zh: '不支持该内容编码' },
  body_too_slow: { status: 408, en: 'The request body did not arrive in time', zh: '请求内容未能及时送达' },
  content_type_unsupported: {
    status: 415,
    en: 'The content type must be application/json',
    zh: '内容类型必须为 application/json',
  },
  input_invalid: { status: 200, en: 'Invalid parameter {field}: {reason}', zh: '参数 {field} 无效：{reason}' },
  too_many_requests: { status: 429, en: 'Too many requests, try later', zh: '请求次数过多，请稍后再试' },
  demo_only: { status: 405, en: 'This site is a demo only', zh: '本站仅作演示，无法操作' },

  // Our own trouble
  internal: {
    status: 500,
    en: 'Internal server error, please contact the administrator',
    zh: '服务器内部错误，请联系管理员',
  },
  storage_unavailable: {
    status: 503,
    en: 'The service is briefly unavailable, try again soon',
    zh: '服务暂时不可用，请稍后重试',
  },
  shutting_down: { status: 503, en: 'The server is shutting down', zh: '服务器正在停止' },

  // Setup, login, registration
  setup_done: { status: 400, en: 'The system is already initialized', zh: '系统已经初始化完成' },
  setup_failed: { status: 200, en: 'System initialization failed, please try again', zh: '系统初始化失败，请重试' },
  credentials_missing: { status: 200, en: 'Please enter username and password', zh: '请输入用户名和密码' },
  credentials_wrong: {
    status: 200,
    en: 'Wrong username or password, or the account is banned',
    zh: '用户名或密码错误，或用户已被封禁',
  },
  login_locked: {
    status: 200,
    en: 'Too many failed logins, try again in {minutes} minutes',
    zh: '登录失败次数过多，请 {minutes} 分钟后再试',
  },
  password_login_off: { status: 200, en: 'Password login is turned off', zh: '管理员关闭了密码登录' },
  register_off: { status: 200, en: 'Registration is turned off', zh: '管理员关闭了新用户注册' },
  password_register_off: {
    status: 200,
    en: 'Registration by password is turned off, use another way to sign in',
    zh: '管理员关闭了通过密码进行注册，请使用第三方账户验证的形式进行注册',
  },
  signin_off: {
    status: 200,
    en: 'Signing in with {name} is turned off',
    zh: '管理员未开启通过 {name} 登录以及注册',
  },
  signin_state_wrong: { status: 403, en: 'state is empty or not same', zh: '登录状态已失效，请重新登录' },
  signin_code_missing: { status: 200, en: 'The code is missing', zh: '无效的参数' },
  signin_unreachable: {
    status: 200,
    en: '{name} cannot be reached, try again later',
    zh: '无法连接至 {name} 服务器，请稍后重试',
  },
  signin_refused: {
    status: 200,
    en: '{name} told nothing of the account, check the settings',
    zh: '{name} 返回的用户信息为空，请检查设置',
  },
  signin_denied: { status: 200, en: 'Signing in was denied: {reason}', zh: '授权被拒绝：{reason}' },
  wechat_code_wrong: { status: 200, en: 'The code is wrong or has expired', zh: '验证码错误或已过期' },
  telegram_unsigned: { status: 200, en: 'Telegram did not sign this, or too long ago', zh: '无效的请求' },
  identity_taken: { status: 200, en: 'This {name} account is bound already', zh: '该 {name} 账户已被绑定' },
  identity_unbound: { status: 200, en: 'This {name} account is not bound', zh: '该 {name} 账户未绑定' },
  account_closed: { status: 200, en: 'The account was cancelled', zh: '用户已注销' },
  username_taken: { status: 200, en: 'The username is taken', zh: '用户名已被占用' },
  username_invalid: {
    status: 200,
    en: 'The username must have 1 to 12 characters and no @',
    zh: '用户名须为 1 到 12 个字符，且不能包含 @',
  },
  password_length: { status: 200, en: 'The password must have 8 to 20 characters', zh: '密码长度须为 8 到 20 位' },
  passwords_differ: { status: 200, en: 'The two passwords do not match', zh: '两次输入的密码不一致' },
  email_code_wrong: { status: 200, en: 'The verification code is wrong or has expired', zh: '验证码错误或已过期' },
  email_taken: { status: 200, en: 'The email address is taken', zh: '邮箱地址已被占用' },
  email_required: {
    status: 200,
    en: 'Email and verification code are required',
    zh: '管理员开启了邮箱验证，请输入邮箱地址和验证码',
  },
  email_invalid: { status: 200, en: 'Please enter a valid email address', zh: '请输入有效的邮箱地址' },
  email_domain_refused: {
    status: 200,
    en: 'Addresses of this email provider are not accepted',
    zh: '管理员启用了邮箱域名白名单，您的邮箱地址的域名不在白名单中',
  },
  email_alias_refused: {
    status: 200,
    en: 'Email addresses with + or . before the @ are not accepted',
    zh: '管理员已启用邮箱地址别名限制，您的邮箱地址由于包含特殊符号而被拒绝',
  },
  mail_off: { status: 200, en: 'This site cannot send mail yet', zh: '管理员未配置邮件服务，无法发送邮件' },
  mail_too_soon: {
    status: 200,
    en: 'A mail was sent a moment ago, wait {seconds} seconds for the next',
    zh: '邮件刚刚已发送，请 {seconds} 秒后再试',
  },
  mail_too_many: {
    status: 200,
    en: 'Too many mails were sent to this address today',
    zh: '今天发送到该邮箱的邮件过多，请明天再试',
  },
  mail_busy: { status: 200, en: 'Too many mails are waiting, try again later', zh: '待发送的邮件过多，请稍后再试' },
  reset_link_wrong: { status: 200, en: 'The reset link is wrong or has expired', zh: '重置链接非法或已过期' },
  human_check_failed: {
    status: 200,
    en: 'The human check failed, please try again',
    zh: 'Turnstile 校验失败，请刷新重试',
  },
  human_check_unreachable: {
    status: 200,
    en: 'The human check cannot be reached, try again in a few seconds',
    zh: 'Turnstile 校验服务暂时无法访问，请稍后重试',
  },

  // Accounts
  user_missing: { status: 200, en: 'The user does not exist', zh: '用户不存在' },
  root_protected: {
    status: 200,
    en: 'The super admin cannot be disabled, demoted or deleted',
    zh: '不能禁用、降级或删除超级管理员账户',
  },
  user_fields_missing: { status: 200, en: 'Username and password cannot be empty', zh: '用户名和密码不能为空' },
  user_out_of_reach: {
    status: 200,
    en: 'You can only act on users of a lower rank than your own',
    zh: '无权操作同级或更高权限的用户',
  },
  user_deleted: { status: 200, en: 'This account has been deleted', zh: '该用户已注销' },
  user_changed: {
    status: 200,
    en: 'The user was changed in the meantime, please try again',
    zh: '该用户刚刚被修改，请重试',
  },
  user_quota_changed: {
    status: 200,
    en: 'The balance was credited or adjusted in the meantime, load it again',
    zh: '该用户的额度在此期间有入账或调整，请重新加载后再修改',
  },
  promote_root_only: {
    status: 200,
    en: 'Only the super admin can make somebody an administrator',
    zh: '只有超级管理员可以将用户提升为管理员',
  },
  user_admin_already: { status: 200, en: 'This user is an administrator already', zh: '该用户已经是管理员' },
  user_ordinary_already: { status: 200, en: 'This user is an ordinary user already', zh: '该用户已经是普通用户' },
  group_missing: { status: 200, en: 'Group {group} does not exist', zh: '分组 {group} 不存在' },
  password_current_wrong: { status: 200, en: 'The current password is wrong', zh: '当前密码错误' },

  // Own settings
  webhook_url_missing: { status: 200, en: 'Please enter the webhook address', zh: '请输入 Webhook 地址' },
  webhook_url_refused: {
    status: 200,
    en: 'The webhook address must be a public https:// address',
    zh: 'Webhook 地址必须是可公开访问的 https:// 地址',
  },

  // Tokens
  token_missing: { status: 200, en: 'The token does not exist', zh: '令牌不存在' },
  token_expired: {
    status: 200,
    en: 'The token has expired: change its expiry first',
    zh: '令牌已过期，无法启用，请先修改令牌过期时间，或者设置为永不过期',
  },
  token_exhausted: {
    status: 200,
    en: 'The token has no quota left: raise its quota first',
    zh: '令牌可用额度已用尽，无法启用，请先修改令牌剩余额度，或者设置为无限额度',
  },
  token_group_forbidden: { status: 200, en: 'Group {group} is not usable for you', zh: '无权使用分组 {group}' },

  // Channels
  channel_missing: {
    status: 200,
    en: 'Channel not found, please refresh and retry',
    zh: '渠道不存在，请刷新页面后重试',
  },
  channel_tag_missing: { status: 200, en: 'No channel has the tag {tag}', zh: '没有标签为 {tag} 的渠道' },
  channel_key_missing: { status: 200, en: 'Please fill in the key', zh: '请填写密钥' },
  channel_key_unknown: {
    status: 200,
    en: 'The channel has no such key, please refresh and retry',
    zh: '渠道没有该密钥，请刷新页面后重试',
  },
  channel_test_failed: {
    status: 200,
    en: 'The test failed after {time} s: {reason}',
    zh: '测试失败（{time} 秒）：{reason}',
  },
  channel_untestable: {
    status: 200,
    en: 'This channel cannot be tested: none of its models can be asked a small question',
    zh: '该渠道不支持测试：没有可以简单调用的模型',
  },
  channel_run_going: {
    status: 200,
    en: 'This is running already, wait until it is done',
    zh: '任务正在运行，请等待完成',
  },
  models_fetch_failed: { status: 200, en: 'Fetch model list failed: {reason}', zh: '获取模型列表失败：{reason}' },
  balance_untold: {
    status: 200,
    en: 'The vendor of this channel does not tell balances',
    zh: '该类型的渠道不支持查询余额',
  },
  balance_failed: { status: 200, en: 'The balance could not be read: {reason}', zh: '查询余额失败：{reason}' },
  priority_not_whole: { status: 200, en: 'Priority must be an integer', zh: '优先级必须是整数！' },
  weight_not_whole: { status: 200, en: 'Weight must be a non-negative integer', zh: '权重必须是非负整数！' },

  // Redemption codes
  redemption_missing: { status: 200, en: 'The redemption code does not exist', zh: '兑换码不存在' },
  redemption_key_taken: { status: 200, en: 'This redemption code exists already', zh: '该兑换码已存在' },
  redemption_not_editable: {
    status: 200,
    en: 'Only an unused and enabled redemption code can be edited',
    zh: '只能编辑未使用且未禁用的兑换码',
  },
  redemption_used: { status: 200, en: 'The redemption code has been used up', zh: '该兑换码已使用，无法启用或禁用' },
  redeem_unknown: { status: 200, en: 'Redeem failed, the code is not valid', zh: '兑换失败，无效的兑换码' },
  redeem_early: { status: 200, en: 'Redeem failed, the code is not valid yet', zh: '兑换失败，该兑换码尚未生效' },
  redeem_expired: { status: 200, en: 'Redeem failed, the code has expired', zh: '兑换失败，该兑换码已过期' },
  redeem_disabled: { status: 200, en: 'Redeem failed, the code is disabled', zh: '兑换失败，该兑换码已被禁用' },
  redeem_used: { status: 200, en: 'Redeem failed, the code has been used', zh: '兑换失败，该兑换码已使用' },
  redeem_exhausted: {
    status: 200,
    en: 'Redeem failed, this gift was redeemed as often as it may be',
    zh: '兑换失败，该礼品码已达到最大使用次数',
  },
  redeem_repeated: {
    status: 200,
    en: 'Redeem failed, you have redeemed this gift already',
    zh: '兑换失败，您已经使用过该礼品码',
  },
  redeem_locked: {
    status: 200,
    en: 'Redeem failed, too many failed attempts, try again in {minutes} minutes',
    zh: '兑换失败，失败次数过多，请 {minutes} 分钟后再试',
  },

  // Wallet, check-in, invites
  topup_off: {
    status: 200,
    en: 'The administrator has not enabled online top-up',
    zh: '管理员未开启在线充值！',
  },
  topup_address_missing: {
    status: 200,
    en: 'The administrator has not filled in the server address',
    zh: '管理员未填写服务器地址',
  },
  topup_too_small: { status: 200, en: 'Top-up amount cannot be less than {min}', zh: '充值数量不能小于 {min}' },
  topup_too_large: { status: 200, en: 'Top-up amount cannot be more than {max}', zh: '充值数量不能大于 {max}' },
  topup_too_cheap: { status: 200, en: 'The price is too low to be paid', zh: '充值金额过低' },
  check_in_off: { status: 200, en: 'Check-in is turned off', zh: '管理员未开启签到功能' },
  check_in_misconfigured: {
    status: 200,
    en: 'Check-in is misconfigured, please contact the administrator',
    zh: '签到额度配置有误，请联系管理员',
  },
  check_in_done: { status: 200, en: 'You have checked in today already', zh: '今日已签到，请明天再来' },
  transfer_too_small: { status: 200, en: 'The transfer amount minimum is {min}', zh: '划转额度最低为 {min}' },
  transfer_insufficient: { status: 200, en: 'The invite earnings are insufficient', zh: '邀请额度不足' },

  // Logs
  usage_range_too_long: {
    status: 200,
    en: 'The range may be at most {days} days long',
    zh: '时间跨度不能超过 {days} 天',
  },
  log_deletion_running: {
    status: 200,
    en: 'Old log rows are being deleted already, wait until that is done',
    zh: '正在清理历史日志，请等待完成',
  },

  // Options
  option_unknown: { status: 200, en: 'Unknown option {key}', zh: '未知的设置项 {key}' },
  option_invalid: { status: 200, en: '{key} is not valid: {reason}', zh: '设置项 {key} 无效：{reason}' },
  option_root_only: { status: 200, en: 'Only the super admin may change {key}', zh: '只有超级管理员可以修改 {key}' },
  option_needs: { status: 200, en: 'Fill in {needed} before turning on {key}', zh: '启用 {key} 之前请先填写 {needed}' },

  // The relay
  key_missing: { status: 401, en: 'No API key was given', zh: '未提供令牌' },
  key_invalid: { status: 401, en: 'The API key is invalid', zh: '无效的令牌' },
  key_expired: { status: 401, en: 'The API key has expired', zh: '该令牌已过期' },
  key_exhausted: { status: 401, en: 'The API key has no quota left', zh: '该令牌额度已用尽' },
  key_disabled: { status: 401, en: 'The API key is disabled', zh: '该令牌状态不可用' },
  address_forbidden: {
    status: 403,
    en: 'Your address may not use this API key',
    zh: '您的 IP 不在令牌允许访问的列表中',
  },
  channel_pin_forbidden: { status: 403, en: 'Ordinary users cannot pick a channel', zh: '普通用户不支持指定渠道' },
  channel_pin_invalid: { status: 400, en: 'The picked channel does not exist', zh: '无效的渠道 Id' },
  channel_pin_disabled: { status: 403, en: 'The picked channel is disabled', zh: '该渠道已被禁用' },
  group_forbidden: { status: 403, en: 'Group {group} may not be used', zh: '无权访问 {group} 分组' },
  model_forbidden: { status: 403, en: 'This API key may not use model {model}', zh: '该令牌无权访问模型 {model}' },
  model_missing: { status: 400, en: 'No model was given', zh: '未指定模型名称' },
  model_unknown: { status: 404, en: 'The model {model} does not exist', zh: '模型 {model} 不存在' },
  model_unpriced: {
    status: 403,
    en: 'Model {model} has neither a price nor a ratio',
    zh: '模型 {model} 的倍率或价格未配置，请联系管理员设置',
  },
  channels_resting: {
    status: 503,
    en: 'The channels of model {model} are resting after failures, try again in {seconds} seconds',
    zh: '模型 {model} 的渠道因连续失败暂停使用，请 {seconds} 秒后再试',
  },
  model_requests_too_many: {
    status: 429,
    en: 'Too many requests: at most {count} within {minutes} minutes',
    zh: '您已达到请求数限制：{minutes} 分钟内最多请求 {count} 次',
  },
  model_successes_too_many: {
    status: 429,
    en: 'Too many successful requests: at most {count} within {minutes} minutes',
    zh: '您已达到成功请求数限制：{minutes} 分钟内最多成功请求 {count} 次',
  },
  sensitive_words_detected: {
    status: 400,
    en: 'The request contains words that are not allowed here',
    zh: '请求中包含敏感词',
  },
  request_invalid: { status: 400, en: '{reason}', zh: '{reason}' },
  quota_insufficient: { status: 403, en: 'Insufficient quota', zh: '用户额度不足' },
  token_quota_insufficient: { status: 403, en: 'The API key has too little quota left', zh: '令牌额度不足' },
  channel_none: {
    status: 503,
    en: 'No channel is available for model {model} in group {group}',
    zh: '当前分组 {group} 下对于模型 {model} 无可用渠道',
  },
  response_missing: {
    status: 404,
    en: 'Response with id {id} was not found',
    zh: '未找到 ID 为 {id} 的响应',
  },
  response_running: {
    status: 409,
    en: 'Response {id} is still being made: cancel it first',
    zh: '响应 {id} 仍在生成中，请先取消',
  },
  previous_response_missing: {
    status: 400,
    en: 'previous_response_id: response with id {id} was not found',
    zh: 'previous_response_id：未找到 ID 为 {id} 的响应',
  },
  response_channel_gone: {
    status: 404,
    en: 'The channel that keeps response {id} is no longer available',
    zh: '保存响应 {id} 的渠道已不可用',
  },
  endpoint_not_implemented: { status: 501, en: 'API not implemented', zh: '接口未实现' },
  upgrade_required: {
    status: 426,
    en: 'This path is a WebSocket: connect with an upgrade',
    zh: '此路径为 WebSocket，请使用协议升级方式连接',
  },
  realtime_idle: { status: 408, en: 'The session was idle for too long', zh: '会话空闲时间过长' },
  realtime_too_long: { status: 408, en: 'The session has reached its longest duration', zh: '会话已达到最长时限' },
  realtime_model_fixed: {
    status: 400,
    en: 'The model of a session cannot be changed: it is {model}',
    zh: '会话的模型不可更改，当前为 {model}',
  },
  upstream_hidden: {
    status: 502,
    en: 'Upstream error with status code {status}',
    zh: '上游返回错误，状态码 {status}',
  },
  upstream_unreachable: { status: 502, en: 'The request to the upstream failed', zh: '请求上游地址失败' },
  upstream_broke_off: { status: 502, en: 'The upstream broke its answer off', zh: '上游中断了回答' },
  upstream_timeout: { status: 504, en: 'The upstream did not answer in time', zh: '上游响应超时' },
  upstream_malformed: {
    status: 502,
    en: 'The upstream sent an answer that cannot be read',
    zh: '上游返回了无法解析的内容',
  },
  upstream_saturated: {
    status: 429,
    en: 'The upstream of this group is saturated, try later',
    zh: '当前分组上游负载已饱和，请稍后再试',
  },
  stream_out_of_quota: { status: 403, en: 'The quota ran out during the answer', zh: '额度已在回答过程中用尽' },
} as const satisfies Record<string, { status: number; en: string; zh: string }>

/** Sentences for the `{reason}` of an error; a reason that is not listed here is shown as it is. */
const reasons: Record<string, { en: string; zh: string }> = {
  required: { en: 'it is required', zh: '必填' },
  wrong_type: { en: 'it must be of type {expected}', zh: '类型必须为 {expected}' },
  wrong_format: { en: 'its format is wrong', zh: '格式不正确' },
  not_allowed: { en: 'the value is not allowed', zh: '取值不在允许范围内' },
  too_long: { en: 'it may have at most {limit} characters', zh: '最多 {limit} 个字符' },
  too_short: { en: 'it must have at least {limit} characters', zh: '至少 {limit} 个字符' },
  too_large: { en: 'it may be at most {limit}', zh: '不能大于 {limit}' },
  too_small: { en: 'it must be at least {limit}', zh: '不能小于 {limit}' },
  not_json: { en: 'it is not valid JSON', zh: '不是合法的 JSON 字符串' },
  not_json_object: { en: 'it must be a JSON object', zh: '必须是 JSON 对象' },
  not_json_list: { en: 'it must be a JSON list', zh: '必须是 JSON 数组' },
  not_text: { en: 'it must be text in quotation marks', zh: '必须为带引号的文本' },
  name_empty: { en: 'a name is empty', zh: '名称不能为空' },
  address_line: { en: '{line} is not an address or a range of addresses', zh: '{line} 不是有效的 IP 地址或网段' },
  unreachable: { en: 'the upstream cannot be reached', zh: '无法连接上游' },
  too_slow: { en: 'the upstream did not answer in time', zh: '上游响应超时' },
  unreadable: { en: 'the upstream sent an answer that cannot be read', zh: '上游返回了无法解析的内容' },
  no_models: { en: 'the upstream has no models', zh: '上游没有返回模型' },
  address_refused: { en: 'the address may not be used', zh: '该地址不允许使用' },
  models_missing: { en: 'choose at least one model', zh: '请至少选择一个模型' },
  not_number: { en: 'it must be a number', zh: '请输入数字' },
  not_whole: { en: 'it must be a whole number', zh: '必须为整数' },
  not_flag: { en: 'it must be true or false', zh: '必须为 true 或 false' },
  not_one_line: { en: 'it may not contain line breaks or control characters', zh: '不能包含换行或控制字符' },
  json_nested: { en: 'it is nested too deeply', zh: '嵌套层数过多' },
  name_refused: { en: 'this name may not be used', zh: '不能使用该名称' },
  name_with_comma: { en: 'a group name may not contain a comma', zh: '分组名称不能包含逗号' },
  repeated: { en: 'every entry may appear only once', zh: '不能有重复项' },
  not_domain: { en: 'it is not a domain', zh: '邮箱域名格式不正确' },
  not_web_address: {
    en: 'it must be an address with http:// or https://',
    zh: '必须为 http:// 或 https:// 开头的地址',
  },
  not_server_address: {
    en: 'it must be an address with http:// or https:// and no query',
    zh: '必须为 http:// 或 https:// 开头且不带参数的地址',
  },
  not_chat_address: { en: 'it is not an address a chat can open at', zh: '不是可用的聊天链接地址' },
  not_one_entry: { en: 'each entry must be one name with its address', zh: '每一项只能包含一个名称及其链接' },
  not_header_name: { en: 'it is not the name of a header', zh: '不是有效的请求头名称' },
  pattern_invalid: { en: 'it is not a valid regular expression', zh: '不是有效的正则表达式' },
  pattern_slow: {
    en: 'this regular expression could take forever: avoid repeats inside repeats, and looking around',
    zh: '该正则表达式可能导致极慢的匹配：请勿使用嵌套的重复、反向引用或环视',
  },
  not_after_start: { en: 'it must be later than the beginning', zh: '必须晚于生效时间' },
  not_mail_address: { en: 'it is not an email address', zh: '不是有效的邮箱地址' },
  not_header_word: { en: 'it may contain letters, digits and signs only', zh: '只能包含英文字母、数字和符号' },
  in_the_past: { en: 'the time has passed already', zh: '时间已过' },
}

export const isReason = (text: string): boolean => Object.hasOwn(reasons, text)

export type ErrorCode = keyof typeof errors
export type Language = 'en' | 'zh'
export type ErrorValues = Record<string, string | number>

export const errorMessage = (code: ErrorCode, language: Language, values: ErrorValues = {}): string =>
  fill(errors[code][language], 'reason' in values ? { ...values, reason: reasonMessage(language, values) } : values)

/** The sentence for the `reason` among the values, for a form that shows it beside its field. */
export const reasonMessage = (language: Language, values: ErrorValues): string => {
  const reason = String(values.reason)
  return fill(reasons[reason]?.[language] ?? reason, values)
}

const fill = (sentence: string, values: ErrorValues): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** Throw it anywhere; app.ts and the dialects are the only places that render it. */
export class ApplicationError extends Error {
  override readonly name = 'ApplicationError'
  readonly code: ErrorCode
  readonly values: ErrorValues

  constructor(code: ErrorCode, values: ErrorValues = {}, cause?: unknown) {
    super(errorMessage(code, 'en', values), cause === undefined ? undefined : { cause })
    this.code = code
    this.values = values
  }

  get status(): number {
    return errors[this.code].status
  }
}
