import type { messages as english } from '../en/status.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ja'> = {
  title: '稼働状況',
  period: '直近24時間、実際の呼び出しに基づく',
  allUp: 'すべてのモデルが正常です',
  someDegraded: '{count}件のモデルに問題があります',
  'state.none': '呼び出しなし',
  'state.up': '正常',
  'state.degraded': '一部の呼び出しが失敗',
  'state.down': '停止',
  uptime: '呼び出しの成功率 {share}',
  hour: '{time}：{state}',
  hoursOf: '{model}の直近24時間',
  ago: '24時間前',
  now: '現在',
  idle: 'ほかに呼び出しのないモデルが{count}件あります。',
  empty: '直近24時間に呼び出しはありません',
  emptyHint: 'モデルが呼び出されると、ここに稼働状況が表示されます。',
  off: 'このページは公開されていません',
  offHint: '管理者はモデルの稼働状況を公開していません。',
}
