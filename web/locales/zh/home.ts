import type { messages as english } from '../en/home.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'zh'> = {
  heroTitle: '一个地址，连接所有模型',
  heroText: '将客户端指向本网关，只用一个密钥，即可使用背后的全部服务商。',
  baseUrl: '接口地址',
  copyBaseUrl: '复制接口地址',
  getToken: '获取 API 令牌',
  openConsole: '进入控制台',
  seePricing: '查看模型与价格',
  snippets: '代码示例',
  copyCode: '复制代码',
  chapterProtocolTitle: '客户端无需改动',
  chapterProtocolText: '只需更换接口地址与密钥，任何使用 Chat Completions 接口的客户端都能直接使用。',
  chapterUsageTitle: '每次请求都有账可查',
  chapterUsageText: '请求结束时，Token 数、费用与经过的渠道即已记入日志。',
  chapterRouteTitle: '遇到故障自动绕行',
  chapterRouteText: '某个服务商失败时，由下一个按优先级与权重接替，使用者毫无察觉。',
  pageFrame: '首页',
  aboutTitle: '关于',
  aboutEmptyTitle: '暂无关于内容',
  aboutEmptyHint: '管理员可在系统设置中以 Markdown 或 HTML 编写此页面。',
  aboutFrame: '关于页面',
}
