import type { messages as english } from '../en/videos.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'zh'> = {
  filterVideo: '视频 ID',
  filterChannel: '渠道 ID',
  columnSubmitted: '提交时间',
  columnFinished: '结束时间',
  columnProgress: '进度',
  columnDuration: '用时',
  columnChannel: '渠道',
  columnModel: '模型',
  columnAction: '类型',
  columnMeasures: '时长与尺寸',
  columnVideo: '视频 ID',
  columnPrompt: '提示词',
  columnStatus: '状态',
  columnReason: '失败原因',
  record: '视频',
  watch: '播放视频',
  emptyTitle: '该时间段内暂无视频',
  emptyHint: '使用 API 令牌提交的视频任务及其进度会显示在这里。',
  actionVideo: '生成视频',
  actionRemix: '再创作',
  statusSuccess: '成功',
  statusQueued: '排队中',
  statusInProgress: '执行中',
  statusFailure: '失败',
}
