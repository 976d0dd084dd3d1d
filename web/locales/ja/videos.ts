import type { messages as english } from '../en/videos.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ja'> = {
  filterVideo: '動画ID',
  filterChannel: 'チャネルID',
  columnSubmitted: '受付日時',
  columnFinished: '終了日時',
  columnProgress: '進捗',
  columnDuration: '所要時間',
  columnChannel: 'チャネル',
  columnModel: 'モデル',
  columnAction: '種類',
  columnMeasures: '長さとサイズ',
  columnVideo: '動画ID',
  columnPrompt: 'プロンプト',
  columnStatus: '状態',
  columnReason: '失敗の理由',
  record: '動画',
  watch: '動画を再生',
  emptyTitle: 'この期間に動画はありません',
  emptyHint: 'APIトークンで依頼した動画とその進捗が、ここに表示されます。',
  actionVideo: '動画',
  actionRemix: 'リミックス',
  statusSuccess: '完了',
  statusQueued: '順番待ち',
  statusInProgress: '作成中',
  statusFailure: '失敗',
}
