import type { messages as english } from '../en/videos.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'vi'> = {
  filterVideo: 'ID video',
  filterChannel: 'ID kênh',
  columnSubmitted: 'Lúc gửi',
  columnFinished: 'Lúc xong',
  columnProgress: 'Tiến độ',
  columnDuration: 'Mất',
  columnChannel: 'Kênh',
  columnModel: 'Model',
  columnAction: 'Loại',
  columnMeasures: 'Thời lượng và cỡ',
  columnVideo: 'ID video',
  columnPrompt: 'Prompt',
  columnStatus: 'Trạng thái',
  columnReason: 'Lý do lỗi',
  record: 'Video',
  watch: 'Xem video',
  emptyTitle: 'Không có video trong thời gian này',
  emptyHint: 'Các video được gửi bằng token API và tiến độ của chúng hiện ở đây.',
  actionVideo: 'Video',
  actionRemix: 'Phối lại',
  statusSuccess: 'Xong',
  statusQueued: 'Đang chờ',
  statusInProgress: 'Đang tạo',
  statusFailure: 'Lỗi',
}
