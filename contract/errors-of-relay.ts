import type { ErrorEntry } from './error-entry.ts'

/** Calls of models. */
export const relayErrors = {
  key_missing: {
    status: 401,
    en: 'No API token provided: send one of the tokens from the console, such as “Authorization: Bearer sk-…”',
    zh: '未提供令牌：请使用控制台中的令牌，例如“Authorization: Bearer sk-…”',
  },
  keys_differ: {
    status: 400,
    en: 'Two different API tokens were given, in {one} and {other}: send one',
    zh: '请求中有两个不同的令牌（{one} 和 {other}），请只保留一个',
  },
  key_invalid: {
    status: 401,
    en: 'Invalid API token: copy it again from the console, whole',
    zh: '无效的令牌：请从控制台重新完整复制',
    reasonBehind: true,
  },
  key_expired: {
    status: 401,
    en: 'This API token has expired: give it a later expiry in the console, or make another',
    zh: '该令牌已过期：请在控制台延长有效期或新建令牌',
  },
  key_exhausted: {
    status: 403,
    en: 'This API token has no quota left: raise its quota in the console, or use another',
    zh: '该令牌额度已用尽：请在控制台提高令牌额度或使用其他令牌',
  },
  key_disabled: {
    status: 401,
    en: 'This API token is disabled: enable it in the console, or use another',
    zh: '该令牌已被禁用：请在控制台启用或使用其他令牌',
  },
  address_forbidden: {
    status: 403,
    en: "Your IP address is not on this token's allowlist: add it to the token in the console",
    zh: '您的 IP 地址不在该令牌的白名单中：请在控制台的令牌设置中添加',
  },
  channel_pin_forbidden: { status: 403, en: 'Only admins can choose a channel', zh: '仅管理员可以指定渠道' },
  channel_pin_invalid: { status: 400, en: 'The chosen channel does not exist', zh: '指定的渠道不存在' },
  channel_pin_disabled: { status: 403, en: 'The chosen channel is disabled', zh: '指定的渠道已禁用' },
  group_forbidden: { status: 403, en: "You don't have access to group {group}", zh: '无权使用分组 {group}' },
  model_forbidden: {
    status: 403,
    en: "This API token can't use model {model}: add the model to the token in the console, or use another token",
    zh: '该令牌无权使用模型 {model}：请在控制台为令牌添加该模型或使用其他令牌',
  },
  model_not_in_group: {
    status: 403,
    en: 'Group {group} may not use model {model}: use a token of a group that has it',
    zh: '分组 {group} 无权使用模型 {model}：请使用包含该模型的分组的令牌',
  },
  model_missing: { status: 400, en: 'No model was given', zh: '未指定模型名称' },
  model_unknown: { status: 404, en: 'The model {model} does not exist: {reason}', zh: '模型 {model} 不存在：{reason}' },
  model_unpriced: {
    status: 403,
    en: 'Model {model} has no price yet. Contact the admin.',
    zh: '模型 {model} 尚未设置价格，请联系管理员',
  },
  channels_resting: {
    status: 503,
    en: 'The channels of model {model} are cooling down after failures, try again in {seconds} {seconds:second|seconds}',
    zh: '模型 {model} 的渠道因连续失败处于冷却中，请 {seconds} 秒后再试',
  },
  model_requests_too_many: {
    status: 429,
    en: 'Rate limit reached: {count} {count:request|requests} per {minutes} {minutes:minute|minutes}. Try again later.',
    zh: '已达到请求速率上限（每 {minutes} 分钟 {count} 次），请稍后再试',
  },
  model_successes_too_many: {
    status: 429,
    en: 'Rate limit reached: {count} successful {count:request|requests} per {minutes} {minutes:minute|minutes}. Try again later.',
    zh: '已达到成功请求速率上限（每 {minutes} 分钟 {count} 次），请稍后再试',
  },
  sensitive_words_detected: {
    status: 400,
    en: 'The request contains blocked words',
    zh: '请求中包含屏蔽词',
  },
  sensitive_words_in_answer: {
    status: 403,
    en: 'The response contains blocked words',
    zh: '回答中包含屏蔽词',
  },
  request_invalid: { status: 400, en: '{reason}', zh: '{reason}', ofDialect: true },
  quota_insufficient: {
    status: 403,
    en: 'Insufficient balance, please top up',
    zh: '余额不足，请充值',
    reasonBehind: true,
  },
  token_quota_insufficient: {
    status: 403,
    en: 'This API token has too little quota left',
    zh: '该令牌额度不足',
    reasonBehind: true,
  },
  channel_none: {
    status: 503,
    en: 'No channel is available for model {model} in group {group} just now, try again later',
    zh: '分组 {group} 中目前没有可用于模型 {model} 的渠道，请稍后再试',
  },
  operation_unserved: {
    status: 404,
    en: 'No channel of model {model} in group {group} serves this address',
    zh: '分组 {group} 下模型 {model} 的渠道均不支持此接口',
  },
  response_missing: {
    status: 404,
    en: 'Response with id {id} was not found',
    zh: '未找到 ID 为 {id} 的回答',
  },
  response_running: {
    status: 409,
    en: 'Response {id} is still in progress: cancel it first',
    zh: '回答 {id} 仍在生成中，请先取消',
  },
  previous_response_not_found: {
    status: 400,
    en: "Previous response with id '{id}' not found",
    zh: '未找到 previous_response_id 所指的回答 {id}',
  },
  response_not_cancellable: {
    status: 400,
    en: 'Response {id} was not made in the background: there is nothing to cancel',
    zh: '回答 {id} 并非在后台生成，无法取消',
  },
  response_not_streamable: {
    status: 400,
    en: 'Response {id} was not made in the background: it cannot be streamed again',
    zh: '回答 {id} 并非在后台生成，无法再次以流的形式获取',
  },
  response_channel_gone: {
    status: 404,
    en: 'The channel that keeps response {id} is no longer available',
    zh: '保存回答 {id} 的渠道已不可用',
  },
  thing_missing: {
    status: 404,
    en: '{place}: {id} was not found',
    zh: '{place}：未找到 {id}',
  },
  thing_channel_gone: {
    status: 404,
    en: '{place}: the channel that keeps {id} is no longer available',
    zh: '{place}：保存 {id} 的渠道已不可用',
  },
  batch_running: {
    status: 409,
    en: 'Batch {id} is not finished yet',
    zh: '批处理 {id} 尚未完成',
  },
  video_unfinished: {
    status: 409,
    en: 'Video {id} is not finished yet',
    zh: '视频 {id} 尚未完成',
  },
  address_expired: {
    status: 403,
    en: 'This address is not valid, or no longer',
    zh: '此地址无效或已过期',
  },
  files_unserved: {
    status: 404,
    en: 'No channel that keeps files is open to group {group}',
    zh: '分组 {group} 下没有支持文件存储的渠道',
  },
  own_files_full: {
    status: 413,
    en: 'There is no room left here for this file: delete others first',
    zh: '此处已没有空间存放该文件，请先删除其他文件',
  },
  things_apart: {
    status: 400,
    en: '{place}: {id} is kept elsewhere than what else the request names, and cannot be used together with it',
    zh: '{place}：{id} 与请求中引用的其他内容保存在不同渠道，无法一起使用',
  },
  things_too_many: {
    status: 400,
    en: 'The request names too many things that are kept at the upstream: at most {count}',
    zh: '请求引用的上游内容过多：最多 {count} 个',
  },
  prompt_too_long: {
    status: 400,
    en: 'The prompt is too long: about {tokens} {tokens:token|tokens}, and the channels of model {model} take at most {most}',
    zh: '输入过长：约 {tokens} 个 Token，模型 {model} 的渠道最多接受 {most} 个',
  },
  endpoint_not_implemented: { status: 501, en: 'API not implemented', zh: '接口未实现' },
  upgrade_required: {
    status: 426,
    en: 'This path is a WebSocket: connect with an upgrade',
    zh: '此路径为 WebSocket，请使用协议升级方式连接',
  },
  realtime_idle: { status: 408, en: 'The session was idle for too long', zh: '会话空闲时间过长' },
  realtime_too_long: { status: 408, en: 'The session has reached its maximum duration', zh: '会话已达到最长时限' },
  realtime_model_fixed: {
    status: 400,
    en: 'The model of a session cannot be changed: it is {model}',
    zh: '会话的模型不可更改，当前为 {model}',
  },
  live_unserved: {
    status: 404,
    en: 'models/{model} is not supported for bidiGenerateContent here: none of its channels speaks it',
    zh: '此处 models/{model} 不支持 bidiGenerateContent：其渠道均不支持该协议',
  },
  realtime_unserved: {
    status: 404,
    en: 'Model {model} has no channel with this API format of sessions: open them at /ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent',
    zh: '模型 {model} 的渠道均不支持此会话协议：请使用 /ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent',
  },
  live_token_used: {
    status: 401,
    en: 'This token has opened as many sessions as it may: make another',
    zh: '该临时令牌的可用次数已用完：请重新创建',
  },
  upstream_hidden: {
    status: 502,
    en: 'Upstream error with status code {status}',
    zh: '上游返回错误，状态码 {status}',
  },
  upstream_account_refused: {
    status: 502,
    en: 'The upstream refused the gateway: this is for the admin to fix, and nothing is wrong with your token',
    zh: '上游拒绝了网关的请求：需由管理员处理，与您的令牌无关',
  },
  upstream_model_unknown: {
    status: 404,
    en: 'The upstream does not know this model: choose another, or contact the admin',
    zh: '上游不存在该模型：请更换模型或联系管理员',
  },
  upstream_unreachable: { status: 502, en: "Couldn't reach the upstream", zh: '无法连接上游' },
  upstream_broke_off: { status: 502, en: 'The upstream ended the response early', zh: '上游中断了回答' },
  upstream_timeout: { status: 504, en: 'The upstream did not respond in time', zh: '上游响应超时' },
  upstream_malformed: {
    status: 502,
    en: 'The upstream sent an unreadable response',
    zh: '上游返回了无法解析的内容',
  },
  upstream_saturated: {
    status: 429,
    en: 'The upstream of this group is overloaded. Try again later.',
    zh: '当前分组的上游负载过高，请稍后再试',
  },
  bodies_of_user_too_many: {
    status: 429,
    en: 'Your requests under way are too large together, try again in {seconds} {seconds:second|seconds}',
    zh: '您正在进行的请求总体积过大，请 {seconds} 秒后再试',
  },
  bodies_too_many: {
    status: 503,
    en: 'The requests under way are too large together, try again in {seconds} {seconds:second|seconds}',
    zh: '当前正在进行的请求总体积过大，请 {seconds} 秒后再试',
  },
  stream_gateway_stopped: {
    status: 503,
    en: 'The gateway is being stopped and the response ends here; what was delivered is charged',
    zh: '网关正在停止，回答到此结束；已输出的部分照常计费',
  },
  stream_out_of_quota: {
    status: 403,
    en: 'The quota ran out during the response: add quota to go on',
    zh: '额度已在回答过程中用尽：增加额度后可继续',
  },
} as const satisfies Record<string, ErrorEntry>
