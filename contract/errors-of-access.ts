import type { ErrorEntry } from './error-entry.ts'

/** Before anything is done: who asks, how, and the ways in. */
export const accessErrors = {
  // Who is asking
  not_signed_in: {
    status: 401,
    en: 'You’re not logged in, or your session has expired. Please log in.',
    zh: '未登录或登录已过期，请重新登录',
  },
  user_id_mismatch: {
    status: 401,
    en: 'The user-id header is missing or does not match the login',
    zh: '用户标识请求头缺失或与登录不符',
  },
  account_banned: {
    status: 403,
    en: 'This account has been banned. Contact the admin.',
    zh: '该账户已被封禁，请联系管理员',
  },
  account_banned_because: {
    status: 403,
    en: 'This account has been banned: {why}',
    zh: '该账户已被封禁：{why}',
  },
  status_page_off: { status: 404, en: 'The status page is not public', zh: '状态页未公开' },
  role_insufficient: { status: 403, en: 'You don’t have permission to do this', zh: '您没有权限执行此操作' },
  session_needed: {
    status: 403,
    en: 'An access token is not enough for this. Log in to the console.',
    zh: '访问令牌无法执行此操作，请登录控制台',
  },
  fresh_signin_needed: {
    status: 403,
    en: 'Confirm that it’s you: enter your password or log in again',
    zh: '请确认是您本人：输入密码或重新登录',
  },
  cross_origin: { status: 403, en: 'Requests from other sites are refused', zh: '拒绝来自其他站点的请求' },

  // How it is asked
  not_found: { status: 404, en: 'Invalid URL ({method} {path})', zh: '无效的地址（{method} {path}）' },
  path_misplaced: {
    status: 404,
    en: 'Invalid URL ({method} {path}): use {right}',
    zh: '无效的地址（{method} {path}）：请使用 {right}',
  },
  method_not_allowed: {
    status: 405,
    en: 'Method {method} is not allowed here',
    zh: '此处不允许使用 {method} 方法',
    reasonBehind: true,
  },
  body_malformed: {
    status: 400,
    en: 'The request body is not valid JSON',
    zh: '请求内容的 JSON 格式不正确',
    reasonBehind: true,
  },
  body_not_an_object: {
    status: 400,
    en: 'The request body must be a JSON object',
    zh: '请求内容必须是 JSON 对象',
  },
  body_mistyped: { status: 400, en: '{field}: {reason}', zh: '{field}：{reason}' },
  body_too_large: { status: 413, en: 'The request body is too large', zh: '请求内容过大' },
  body_too_deep: { status: 400, en: 'The request body is nested too deeply', zh: '请求内容嵌套过深' },
  body_encoding_unsupported: { status: 415, en: 'The content encoding is not supported', zh: '不支持该内容编码' },
  body_too_slow: { status: 408, en: 'The request body did not arrive in time', zh: '请求内容未能及时送达' },
  content_type_unsupported: {
    status: 415,
    en: 'The content type must be application/json',
    zh: '内容类型必须为 application/json',
  },
  field_not_changeable: { status: 200, en: '{field} cannot be changed here', zh: '{field} 不能在此修改' },
  input_invalid: { status: 200, en: '{field}: {reason}', zh: '{field}：{reason}' },
  too_many_requests: { status: 429, en: 'Too many requests. Try again later.', zh: '请求次数过多，请稍后再试' },
  demo_only: {
    status: 405,
    en: 'This is a demo site: this action is not available',
    zh: '当前为演示站点，不支持此操作',
  },

  // Our own trouble
  internal: {
    status: 500,
    en: 'Internal server error. Contact the admin.',
    zh: '服务器内部错误，请联系管理员',
  },
  storage_unavailable: {
    status: 503,
    en: 'The service is briefly unavailable, try again soon',
    zh: '服务暂时不可用，请稍后重试',
  },
  shutting_down: { status: 503, en: 'The server is shutting down', zh: '服务器正在停止' },

  // Setup, login, registration
  setup_code_wrong: {
    status: 403,
    en: 'Open this page as localhost on the machine itself, or give the setup code that the start prints',
    zh: '请在本机以 localhost 打开此页面，或填写启动时打印的初始化码',
  },
  setup_missing: {
    status: 200,
    en: 'The system is not set up yet: the super admin comes first',
    zh: '系统尚未初始化，请先完成初始化设置',
  },
  setup_done: { status: 400, en: 'The system is already initialized', zh: '系统已经初始化完成' },
  setup_failed: { status: 500, en: 'Couldn’t set up the system. Please try again.', zh: '系统初始化失败，请重试' },
  credentials_missing: { status: 200, en: 'Enter your username and password', zh: '请输入用户名和密码' },
  credentials_wrong: {
    status: 200,
    en: 'Wrong username or password, or the account is banned',
    zh: '用户名或密码错误，或用户已被封禁',
  },
  login_locked: {
    status: 200,
    en: 'Too many failed logins. Try again in {minutes} {minutes:minute|minutes}.',
    zh: '登录失败次数过多，请 {minutes} 分钟后再试',
  },
  passwords_busy: {
    status: 503,
    en: 'Too many passwords are being checked, try again in {seconds} s',
    zh: '正在验证的密码过多，请 {seconds} 秒后重试',
  },
  password_login_off: { status: 200, en: 'Password login is turned off', zh: '本站已关闭密码登录' },
  register_off: { status: 200, en: 'Registration is turned off', zh: '本站已关闭新用户注册' },
  password_register_off: {
    status: 200,
    en: 'Registration by password is turned off. Use another way to log in.',
    zh: '本站已关闭密码注册，请使用其他登录方式',
  },
  signin_off: {
    status: 200,
    en: 'Login with {name} is turned off',
    zh: '本站未开启 {name} 登录',
  },
  signin_state_wrong: {
    status: 403,
    en: 'This login attempt has expired. Please try again.',
    zh: '本次登录已失效，请重试',
  },
  signin_provider_missing: {
    status: 400,
    en: 'Name the provider that the state is for: {names}',
    zh: '请指明登录状态所属的登录方式：{names}',
  },
  signin_code_missing: {
    status: 200,
    en: 'No authorization code was received. Please log in again.',
    zh: '未收到授权码，请重新登录',
  },
  signin_unreachable: {
    status: 200,
    en: 'Couldn’t reach {name}. Try again later.',
    zh: '无法连接到 {name}，请稍后重试',
  },
  signin_refused: {
    status: 200,
    en: '{name} returned no account information. Contact the admin.',
    zh: '{name} 未返回用户信息，请联系管理员',
  },
  signin_denied: { status: 200, en: 'The login was denied: {reason}', zh: '授权被拒绝：{reason}' },
  wechat_code_wrong: { status: 200, en: 'The code is wrong or has expired', zh: '验证码错误或已过期' },
  telegram_unsigned: {
    status: 200,
    en: 'Telegram login could not be verified. Please try again.',
    zh: 'Telegram 登录验证失败，请重试',
  },
  identity_taken: {
    status: 200,
    en: 'This {name} account is connected to another account',
    zh: '该 {name} 账户已绑定其他账户',
  },
  identity_unbound: {
    status: 200,
    en: 'This {name} account is not connected. Log in another way and connect it first.',
    zh: '该 {name} 账户尚未绑定，请先以其他方式登录后绑定',
  },
  account_closed: { status: 200, en: 'This account has been deleted', zh: '该账户已注销' },
  username_taken: { status: 200, en: 'The username is taken', zh: '用户名已被占用' },
  username_invalid: {
    status: 200,
    en: 'The username must have 1 to 12 characters and no @',
    zh: '用户名须为 1 到 12 个字符，且不能包含 @',
  },
  password_length: { status: 200, en: 'The password must have 8 to 128 characters', zh: '密码须为 8 到 128 位' },
  password_common: {
    status: 200,
    en: 'This password is one of the first that are guessed, choose another',
    zh: '该密码过于常见，请更换一个密码',
  },
  password_like_name: {
    status: 200,
    en: 'The password is too much like the name or the email address',
    zh: '密码与用户名或邮箱过于相似，请更换一个密码',
  },
  passwords_differ: { status: 200, en: 'The two passwords do not match', zh: '两次输入的密码不一致' },
  email_code_wrong: { status: 200, en: 'The verification code is wrong or has expired', zh: '验证码错误或已过期' },
  email_taken: { status: 200, en: 'The email address is taken', zh: '该邮箱已被占用' },
  email_required: {
    status: 200,
    en: 'Email and verification code are required',
    zh: '请输入邮箱与验证码',
  },
  email_invalid: { status: 200, en: 'Enter a valid email address', zh: '请输入有效的邮箱' },
  email_domain_refused: {
    status: 200,
    en: 'Addresses of this email provider are not accepted',
    zh: '不支持该域名的邮箱，请换一个邮箱',
  },
  email_alias_refused: {
    status: 200,
    en: 'Email addresses with + or . before the @ are not accepted',
    zh: '不支持 @ 前含有 + 或 . 的邮箱，请换一个邮箱',
  },
  mail_off: {
    status: 200,
    en: 'Email is not set up on this site. Contact the admin.',
    zh: '本站未配置邮件服务，请联系管理员',
  },
  mail_too_soon: {
    status: 200,
    en: 'An email was sent a moment ago, wait {seconds} {seconds:second|seconds} for the next',
    zh: '邮件刚刚已发送，请 {seconds} 秒后再试',
  },
  mail_too_many: {
    status: 200,
    en: 'Too many emails were sent to this address today',
    zh: '今天发送到该邮箱的邮件过多，请明天再试',
  },
  mail_busy: { status: 200, en: 'Too many emails are waiting, try again later', zh: '待发送的邮件过多，请稍后再试' },
  reset_link_wrong: {
    status: 200,
    en: 'This reset link is invalid or has expired. Request a new one.',
    zh: '重置链接无效或已过期，请重新申请',
  },
  human_check_failed: {
    status: 200,
    en: 'Human verification failed. Reload the page and try again.',
    zh: '人机验证失败，请刷新页面后重试',
  },
  human_check_unreachable: {
    status: 200,
    en: 'The verification service is unreachable. Try again in a few seconds.',
    zh: '人机验证服务暂时无法访问，请稍后重试',
  },
} as const satisfies Record<string, ErrorEntry>
