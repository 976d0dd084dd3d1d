import type { messages as english } from '../en/cards.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'vi'> = {
  title: 'Thẻ năng lực',
  intro:
    'Khả năng của từng mô hình trong từng định dạng API, thử bằng các yêu cầu nhỏ. Yêu cầu mà mô hình từng từ chối sẽ sang kênh khác nếu có.',
  tryAll: 'Thử mọi mô hình',
  tryTitle: 'Thử mọi mô hình?',
  tryText:
    '{calls} yêu cầu nhỏ đến {models} mô hình. Theo giá đặt tại đây, tối đa {cost}, không người dùng nào bị tính phí.',
  tryUnpriced: 'Trong đó {count} mô hình chưa có giá và không được tính.',
  tryDone: 'Đã thử mọi mô hình',
  tryFailed: 'Đã thử mọi mô hình, {count} lượt gọi lỗi',
  tryStopped: 'Đã dừng ở {done} trên {total} lượt gọi, không lưu gì',
  never: 'Chưa thử',
  none: 'Không có mô hình phù hợp',
  made: '{name} thử lúc {time}',
  progress: 'Đang thử: {done} / {total} yêu cầu',
  progressElsewhere: 'Đang thử kênh khác: {done} / {total} yêu cầu',
  export: 'Xuất CSV',
  fileName: 'Năng lực {name}',
  search: 'Tìm mô hình và định dạng',
  model: 'Mô hình',
  'wants.text.whole': 'Văn bản',
  'wants.text.streamed': 'Văn bản, luồng',
  'wants.tools.whole': 'Công cụ',
  'wants.tools.streamed': 'Công cụ, luồng',
  'wants.picture.whole': 'Hình ảnh',
  'wants.picture.streamed': 'Hình ảnh, luồng',
  'outcome.can': 'Được',
  'outcome.ignored': 'Có trả lời nhưng không làm',
  'outcome.refused': 'Từ chối',
  'outcome.failed': 'Lỗi',
}
