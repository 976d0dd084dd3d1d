import type { messages as english } from '../en/home.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'zh'> = {
  heroTitle: '一个地址，连接所有模型',
  heroText: '将客户端指向本网关，用一个 API 令牌即可使用所有服务商的模型。',
  baseUrl: 'API 地址',
  copyBaseUrl: '复制 API 地址',
  getToken: '获取 API 令牌',
  openConsole: '进入控制台',
  seePricing: '查看模型与价格',
  snippets: '代码示例',
  copyCode: '复制代码',
  chapterProtocolTitle: '客户端无需改动',
  chapterProtocolText: '更换 API 地址与密钥即可，使用 Chat Completions 接口的客户端均可直接使用。',
  chapterUsageTitle: '每笔费用都有账可查',
  chapterUsageText: '请求一结束，Token 数、费用与经过的渠道即写入日志。',
  chapterRouteTitle: '故障自动切换',
  chapterRouteText: '某个服务商失败时，按优先级与权重由下一个接替，调用方无感知。',
  pageFrame: '首页',
  aboutTitle: '关于',
  aboutEmptyTitle: '暂无关于内容',
  aboutEmptyHint: '管理员可在系统设置中以 Markdown 或 HTML 编写此页面。',
  aboutFrame: '关于页面',
}
