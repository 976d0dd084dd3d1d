import type { messages as english } from '../en/dialogs.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'zh'> = {
  ownTopUp: '在线充值尚未配置完成：请设置服务器地址',
  ownCheckIn: '签到奖励尚未设置：请设置签到额度',
  ownMail: '本站未配置邮件服务：请设置 SMTP 服务器',
  ownLogin: '{name} 未返回用户信息：请检查其客户端 ID 和密钥',
  manualCopyTitle: '请手动复制',
  manualCopyHint: '浏览器不允许复制到剪贴板，请选中以下文本后手动复制。',
  proofTitle: '请确认是您本人',
  proofText: '此操作涉及账户安全，而您上次登录已有一段时间。',
  proofPassword: '当前密码',
  proofBy: '使用 {name} 重新登录',
  callsPaused: '已暂停接受新的调用',
  callsPausedHelp: '费用无法保存：数据目录所在磁盘已满，或数据库长时间无法访问。恢复后会自动继续。',
  palettePrompt: '查找页面、操作、用户、令牌、渠道、模型或设置，或粘贴请求 ID',
  paletteCall: '请求 {id}',
  paletteUnasked: '部分内容未能搜索',
  paletteFailed: '失败',
  paletteScheme: '切换深浅色模式',
  shortcutsHint: '先按 G，再按字母，可前往相应页面。',
  wayPicture: '公众号二维码',
  wayHint: '请扫码关注公众号并发送“验证码”，即可获取验证码（3 分钟内有效）。',
  wayCode: '验证码',
}
