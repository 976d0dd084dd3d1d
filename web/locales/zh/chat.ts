import type { messages as english } from '../en/chat.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'zh'> = {
  chat: '聊天',
  redirecting: '正在跳转…',
  appMissing: '没有反应？此设备可能未安装该应用。',
  openApp: '打开应用',
  loginWanted: '该聊天需要使用您的 API 令牌，请先登录。',
  tokenMissing: '没有可用的 API 令牌，请先创建或启用一个。',
  chatsUnset: '尚未设置聊天链接，请联系管理员',
  chatUnread: '聊天数据解析失败',
  linkWrong: '聊天链接配置有误，请联系管理员。',
  chatsUnsetHere: '尚未配置聊天链接',
  linkWrongHere: '该聊天链接无法打开，请检查其地址',
}
