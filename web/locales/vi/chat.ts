import type { messages as english } from '../en/chat.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'vi'> = {
  chat: 'Trò chuyện',
  redirecting: 'Đang chuyển hướng…',
  loginWanted: 'Cuộc trò chuyện này dùng một token API của bạn. Hãy đăng nhập để sử dụng.',
  tokenMissing: 'Không có token API nào đang bật, vui lòng kiểm tra lại',
  chatsUnset: 'Vui lòng liên hệ quản trị viên để thiết lập liên kết trò chuyện',
  chatUnread: 'Không đọc được dữ liệu trò chuyện',
  linkWrong: 'Liên kết trò chuyện bị cấu hình sai, vui lòng liên hệ quản trị viên',
  chatsUnsetHere: 'Chưa thiết lập liên kết trò chuyện nào',
  linkWrongHere: 'Không mở được liên kết trò chuyện này: địa chỉ không đúng',
}
