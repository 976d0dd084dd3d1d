import type { messages as english } from '../en/videos.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'vi'> = {
  filterVideo: 'ID video',
  filterChannel: 'ID kênh',
  columnSubmitted: 'Lúc gửi',
  columnFinished: 'Kết thúc',
  columnProgress: 'Tiến độ',
  columnDuration: 'Mất',
  columnChannel: 'Kênh',
  columnModel: 'Mô hình',
  columnAction: 'Loại',
  columnMeasures: 'Độ dài, kích thước',
  columnVideo: 'ID video',
  columnPrompt: 'Prompt',
  columnStatus: 'Trạng thái',
  columnReason: 'Lý do lỗi',
  record: 'Video',
  watch: 'Xem video',
  emptyTitle: 'Không có video nào trong khoảng thời gian này',
  emptyHint: 'Các video được gửi bằng token API và tiến độ của chúng hiện ở đây.',
  actionVideo: 'Video',
  actionRemix: 'Remix',
  statusSuccess: 'Xong',
  statusQueued: 'Xếp hàng',
  statusInProgress: 'Đang tạo',
  statusFailure: 'Lỗi',
}
