import type { messages as english } from '../en/status.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'zh'> = {
  title: '状态',
  period: '过去 24 小时，依据真实请求',
  allUp: '所有模型运行正常',
  someDegraded: '{count} 个模型出现异常',
  'state.none': '无请求',
  'state.up': '正常',
  'state.degraded': '部分请求失败',
  'state.down': '不可用',
  uptime: '请求成功率 {share}',
  hour: '{time}：{state}',
  hoursOf: '{model} 过去 24 小时的状态',
  ago: '24 小时前',
  now: '现在',
  idle: '另有 {count} 个模型没有请求。',
  empty: '过去 24 小时没有请求',
  emptyHint: '模型被调用后，此处会显示其运行状态。',
  off: '状态页未公开',
  offHint: '管理员尚未公开模型的运行状态。',
}
