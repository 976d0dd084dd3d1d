import { type Language, languages, type ServerLanguage } from './languages.ts'

export type ErrorValues = Record<string, string | number>

/** Sentences of one language: of errors by their code, of reasons by their name or as a dialect says them in English. */
export type Sentences = Readonly<Record<string, string>>

/** Sentences for the `{reason}` of an error; a reason that is not listed here is shown as it is. */
export const reasons: Readonly<Record<string, Readonly<Record<ServerLanguage, string>>>> = {
  required: { en: 'required', zh: '不能为空' },
  not_one_of: { en: 'must be {count:|one of }{choices}', zh: '只能是 {choices}' },
  not_plain: { en: 'may not contain a NUL character', zh: '不能包含空字符（NUL）' },
  too_long: { en: 'at most {limit} {limit:character|characters}', zh: '最多 {limit} 个字符' },
  too_short: { en: 'at least {limit} {limit:character|characters}', zh: '至少 {limit} 个字符' },
  too_many: { en: 'at most {limit} {limit:entry|entries}', zh: '最多 {limit} 项' },
  too_few: { en: 'at least {limit} {limit:entry|entries}', zh: '至少 {limit} 项' },
  too_large: { en: 'at most {limit}', zh: '不能大于 {limit}' },
  too_small: { en: 'at least {limit}', zh: '不能小于 {limit}' },
  not_json: { en: 'not valid JSON', zh: 'JSON 格式不正确' },
  not_json_object: { en: 'must be a JSON object', zh: '必须是 JSON 对象' },
  not_json_list: { en: 'must be a JSON list', zh: '必须是 JSON 数组' },
  not_text: { en: 'must be text in quotation marks', zh: '必须为带引号的文本' },
  name_empty: { en: 'a name is empty', zh: '名称不能为空' },
  address_line: { en: '{line} is not an address or a range of addresses', zh: '{line} 不是有效的 IP 地址或网段' },
  unreachable: { en: 'the upstream cannot be reached', zh: '无法连接上游' },
  too_slow: { en: 'the upstream did not respond in time', zh: '上游响应超时' },
  over_limit: {
    en: 'the upstream took longer than the test allows',
    zh: '上游响应时间超过了测试的上限',
  },
  answered_slowly: {
    en: 'the upstream answered in {time} s, which is longer than {limit} s',
    zh: '上游响应用时 {time} 秒，超过了 {limit} 秒',
  },
  balance_spent: { en: 'the balance is used up', zh: '余额已用尽' },
  unreadable: { en: 'the upstream sent an unreadable response', zh: '上游返回了无法解析的内容' },
  broke_off: { en: 'the upstream ended its response early', zh: '上游中断了回答' },
  credentials_refused: { en: 'the provider refused the key', zh: '服务商拒绝了密钥' },
  task_declined: { en: 'the upstream declined the task', zh: '上游拒绝了任务' },
  task_channel_gone: { en: 'its channel is no longer there', zh: '其渠道已不存在' },
  task_too_late: { en: 'not finished within {seconds} seconds', zh: '未能在 {seconds} 秒内完成' },
  task_calls_gone: { en: 'its calls are no longer there', zh: '其请求内容已不存在' },
  batch_failed: { en: 'the batch failed', zh: '批处理失败' },
  film_failed: { en: 'the video failed', zh: '视频生成失败' },
  film_missing: { en: 'no video was made', zh: '没有生成视频' },
  no_models: { en: 'the upstream has no models', zh: '上游没有返回模型' },
  address_refused: { en: 'the address may not be used', zh: '该地址不允许使用' },
  models_near: { en: 'did you mean {near}?', zh: '您是否想使用 {near}？' },
  cost_uncovered: {
    en: '{left} can be spent now, and this call may cost {cost}: add quota to go on',
    zh: '当前可用 {left}，本次请求的费用最多可能为 {cost}：请先增加额度',
  },
  prompt_uncovered: {
    en: '{left} can be spent now, which does not pay for the prompt; this call may cost {cost}: add quota to go on',
    zh: '当前可用 {left}，不足以支付输入；本次请求的费用最多可能为 {cost}：请先增加额度',
  },
  output_covered: {
    en: '{left} can be spent now, which pays for about {tokens} output {tokens:token|tokens}, and this call may cost {cost}: limit its output to that, or top up',
    zh: '当前可用 {left}，约可支付 {tokens} 个输出 Token，本次请求的费用最多可能为 {cost}：请降低输出上限或充值',
  },
  models_listed: {
    en: 'GET /v1/models lists those that this token may use',
    zh: '可通过 GET /v1/models 查看该令牌可用的模型',
  },
  not_number: { en: 'must be a number', zh: '请输入数字' },
  not_whole: { en: 'must be a whole number', zh: '必须为整数' },
  not_flag: { en: 'must be true or false', zh: '必须为 true 或 false' },
  not_one_line: { en: 'may not contain line breaks or control characters', zh: '不能包含换行或控制字符' },
  json_nested: { en: 'nested too deeply', zh: '嵌套层数过多' },
  name_refused: { en: 'this name may not be used', zh: '不能使用该名称' },
  name_with_comma: { en: 'a group name may not contain a comma', zh: '分组名称不能包含逗号' },
  repeated: { en: 'every entry may appear only once', zh: '不能有重复项' },
  not_domain: { en: 'not a domain', zh: '邮箱域名格式不正确' },
  not_web_address: {
    en: 'must be an address with http:// or https://',
    zh: '必须为 http:// 或 https:// 开头的地址',
  },
  not_server_address: {
    en: 'must be an address with http:// or https:// and no query',
    zh: '必须为 http:// 或 https:// 开头且不带参数的地址',
  },
  not_chat_address: { en: 'not a valid chat link', zh: '不是可用的聊天链接地址' },
  not_one_entry: { en: 'each entry must be one name with its address', zh: '每一项只能包含一个名称及其链接' },
  not_tool_name: {
    en: 'not the name of a tool, alone or with a model behind a colon',
    zh: '不是有效的工具名称（可在冒号后加模型名）',
  },
  steps_not_rising: {
    en: 'the steps of a model must go from shorter prompts to longer ones, and none may cost less than the one before',
    zh: '同一模型的阶梯须按输入长度从短到长排列，且后一级的倍率不得低于前一级',
  },
  costs_incomplete: {
    en: 'needs input and output, or call alone',
    zh: '须同时填写 input 和 output，或只填写 call',
  },
  not_header_name: { en: 'not the name of a header', zh: '不是有效的请求头名称' },
  pattern_invalid: { en: 'not a valid regular expression', zh: '不是有效的正则表达式' },
  pattern_slow: {
    en: 'this regular expression could take forever: avoid repeats inside repeats, high counts, and looking around',
    zh: '该正则表达式可能导致极慢的匹配：请勿使用嵌套的重复、过大的次数、反向引用或环视',
  },
  not_status: { en: 'must be a status from 100 to 599', zh: '必须为 100 到 599 的状态码' },
  not_error_status: { en: 'must be a status from 400 to 599', zh: '必须为 400 到 599 的状态码' },
  not_seconds: { en: 'must be a time in whole seconds', zh: '必须为以秒计的时间' },
  not_capitals: { en: 'must be capital letters and underscores', zh: '必须由大写字母和下划线组成' },
  not_version: { en: 'must be a version such as v1beta', zh: '必须为版本号，例如 v1beta' },
  not_one_source: { en: 'give an address or a text, and not both', zh: '请填写地址或内容中的一项' },
  not_after_start: { en: 'must be later than the beginning', zh: '必须晚于生效时间' },
  not_host_name: {
    en: 'must be the name of a machine, without http:// and without a port',
    zh: '必须为主机名，不能带 http:// 或端口',
  },
  not_bot_name: {
    en: 'must be the name of a bot: 5 to 32 letters, digits and underscores, without an @',
    zh: '必须为机器人用户名：5 到 32 个字母、数字或下划线，不带 @',
  },
  not_mail_address: { en: 'not an email address', zh: '不是有效的邮箱地址' },
  not_header_word: { en: 'may contain letters, digits and signs only', zh: '只能包含英文字母、数字和符号' },
  not_record: { en: 'must be a user, a channel or a token, such as user:7', zh: '必须是用户、渠道或令牌，例如 user:7' },
  method_wanted: { en: 'use {allowed}', zh: '请使用 {allowed}' },
  key_shape: {
    en: 'those of this gateway are “sk-” and 48 letters and digits, with no quotes, no second “Bearer” and nothing else around them',
    zh: '本站令牌由“sk-”加 48 位字母和数字组成，前后不能有引号、重复的“Bearer”或其他字符',
  },
  body_empty: { en: 'it is empty', zh: '内容为空' },
  body_packed: { en: 'it cannot be unpacked as its content-encoding says', zh: '无法按 content-encoding 解压' },
  body_not_utf8: { en: 'it is not encoded as UTF-8', zh: '编码不是 UTF-8' },
  body_form: { en: 'it is a form, and this address takes JSON', zh: '内容为表单，而此接口只接受 JSON' },
  json_unquoted: {
    en: 'line {line}, column {column}: names and texts stand in straight double quotation marks',
    zh: '第 {line} 行第 {column} 列：名称和文本须使用英文双引号',
  },
  json_comma: {
    en: 'line {line}, column {column}: no comma may stand before a closing bracket',
    zh: '第 {line} 行第 {column} 列：右括号前不能有逗号',
  },
  json_word: {
    en: 'line {line}, column {column}: only true, false and null are words, in small letters',
    zh: '第 {line} 行第 {column} 列：只能使用小写的 true、false 和 null',
  },
  json_control: {
    en: 'line {line}, column {column}: line breaks and tabs in a text are written \\n and \\t',
    zh: '第 {line} 行第 {column} 列：文本中的换行和制表符须写作 \\n 和 \\t',
  },
  json_escape: {
    en: 'line {line}, column {column}: a backslash in a text is written \\\\',
    zh: '第 {line} 行第 {column} 列：文本中的反斜杠须写作 \\\\',
  },
  json_cut: { en: 'it ends too early', zh: '内容不完整' },
  json_place: { en: 'at line {line}, column {column}', zh: '错误位于第 {line} 行第 {column} 列' },
  in_the_past: { en: 'the time has passed already', zh: '时间已过' },

  // How a reason stands with what it is about
  reason_behind: { en: '{message}: {reason}', zh: '{message}：{reason}' },
  reason_of_line: { en: 'line {line}: {reason}', zh: '第 {line} 行：{reason}' },
  reason_of_place: { en: '{place}: {reason}', zh: '{place}：{reason}' },
}

export const isReason = (text: string): boolean => Object.hasOwn(reasons, text)

/**
 * The sentence for the `reason` among the values, for a form that shows it beside its field. An upstream's words stand as
 * they are.
 */
export const reasonMessage = (language: ServerLanguage, values: ErrorValues): string => {
  const reason = String(values.reason)
  return isReason(reason) ? filled(reasonSentence(language, reason), values, language) : reason
}

/** The same, with its blanks still empty. */
export const reasonSentence = (language: ServerLanguage, reason: string): string =>
  reasons[reason]?.[language] ?? reason

/**
 * Fills in `{count}`, and in place of `{count:time|times}` the form that goes with its number, of those that the language
 * has.
 */
export const filled = (sentence: string, values: ErrorValues, language: Language): string =>
  sentence.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name: string, forms?: string) => {
    const value = values[name]
    return forms === undefined ? String(value ?? whole) : formFor(Number(value), forms.split('|'), language)
  })

const formFor = (count: number, forms: readonly string[], language: Language): string => {
  const plural: readonly string[] = languages[language].plural
  const form = rulesOf(language).select(count)
  return forms[plural.indexOf(form)] ?? forms.at(-1) ?? ''
}

const rules = new Map<Language, Intl.PluralRules>()
const rulesOf = (language: Language): Intl.PluralRules => {
  const known = rules.get(language) ?? new Intl.PluralRules(languages[language].locale)
  rules.set(language, known)
  return known
}
