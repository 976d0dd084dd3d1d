import type { messages as english } from '../en/status.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'vi'> = {
  title: 'Trạng thái',
  period: '24 giờ qua, theo các lệnh gọi thật',
  allUp: 'Mọi mô hình đều hoạt động',
  someDegraded: '{count} mô hình gặp sự cố',
  'state.none': 'Không có lệnh gọi',
  'state.up': 'Hoạt động',
  'state.degraded': 'Một số lệnh gọi thất bại',
  'state.down': 'Ngừng hoạt động',
  uptime: '{share} lệnh gọi thành công',
  hour: '{time}: {state}',
  hoursOf: '24 giờ qua của {model}',
  ago: '24 giờ trước',
  now: 'Bây giờ',
  idle: '{count} mô hình khác không được gọi.',
  empty: 'Không có lệnh gọi trong 24 giờ qua',
  emptyHint: 'Khi mô hình được gọi, trang này cho thấy chúng hoạt động ra sao.',
  off: 'Trang này không công khai',
  offHint: 'Quản trị viên chưa công khai trạng thái của các mô hình.',
}
