import type { messages as english } from '../en/chat.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'vi'> = {
  chat: 'Chat',
  redirecting: 'Đang chuyển hướng…',
  appMissing: 'Chưa mở được? Có thể ứng dụng chưa được cài trên thiết bị này.',
  openApp: 'Mở ứng dụng',
  loginWanted: 'Chat này dùng một token API của bạn. Hãy đăng nhập để sử dụng.',
  tokenMissing: 'Không có token API nào đang bật, vui lòng kiểm tra lại',
  chatsUnset: 'Vui lòng liên hệ quản trị viên để thiết lập liên kết chat',
  chatUnread: 'Không đọc được dữ liệu chat',
  linkWrong: 'Liên kết chat bị cấu hình sai, vui lòng liên hệ quản trị viên',
  chatsUnsetHere: 'Chưa thiết lập liên kết chat nào',
  linkWrongHere: 'Không mở được liên kết chat này: địa chỉ không đúng',
}
