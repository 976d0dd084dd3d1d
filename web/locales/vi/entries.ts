import type { messages as english } from '../en/entries.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'vi'> = {
  asJson: 'Sửa dạng JSON',
  asTable: 'Sửa dạng bảng',
  jsonOf: 'Sửa dạng JSON: {name}',
  tableOf: 'Sửa dạng bảng: {name}',
  unreadable: 'Nội dung này chỉ sửa được ở dạng JSON.',
  empty: 'Chưa có mục nào',
  kept: 'Còn {count} mục chỉ xem được ở dạng JSON và được giữ nguyên.',
  cell: '{column} của {name}',
  new: 'Mới: {column}',
  add: 'Thêm',
  remove: 'Xóa {name}',
  up: 'Chuyển {name} lên',
  down: 'Chuyển {name} xuống',
  missing: 'Hãy nhập “{column}”',
  nameTaken: '{name} đã có trong bảng',
  jsonValid: 'JSON hợp lệ',
  jsonEmpty: 'Trống',
  jsonFormat: 'Định dạng',
}
