import type { messages as english } from '../en/dialogs.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'vi'> = {
  ownTopUp: 'Nạp tiền trực tuyến chưa được cài đặt xong: hãy đặt địa chỉ máy chủ',
  ownCheckIn: 'Điểm danh chưa có phần thưởng: hãy đặt mức thưởng',
  ownMail: 'Trang này chưa cài đặt email: hãy đặt máy chủ SMTP',
  ownLogin: '{name} không trả về thông tin tài khoản: hãy kiểm tra ID ứng dụng và mã bí mật',
  ownPrice: 'Mô hình {model} chưa có giá: hãy đặt giá',
  ownUpstream: 'Upstream từ chối gateway: hãy kiểm tra khóa và số dư của kênh',
  ownUpstreamModel: 'Upstream không có mô hình này: hãy kiểm tra các mô hình của kênh',
  ownBan: 'Tài khoản này đã bị cấm',
  manualCopyTitle: 'Sao chép thủ công',
  manualCopyHint: 'Trình duyệt không cho phép ghi vào bộ nhớ tạm. Hãy chọn văn bản rồi sao chép.',
  proofTitle: 'Xác nhận đó là bạn',
  proofText: 'Nhập mật khẩu để tiếp tục. Bạn đăng nhập đã khá lâu.',
  proofTextOther: 'Đăng nhập lại để tiếp tục. Bạn đăng nhập đã khá lâu.',
  proofPassword: 'Mật khẩu hiện tại',
  proofBy: 'Đăng nhập lại bằng {name}',
  callsPaused: 'Tạm dừng nhận lượt gọi mới',
  callsPausedHelp:
    'Chi phí không lưu được: ổ đĩa chứa thư mục dữ liệu đã đầy, hoặc cơ sở dữ liệu mất kết nối quá lâu. Các lượt gọi sẽ tự tiếp tục khi sự cố được khắc phục.',
  palettePrompt: 'Tìm trang, thao tác, người dùng, token API, kênh, mô hình hoặc cài đặt, hay dán ID yêu cầu',
  paletteCall: 'Yêu cầu {id}',
  paletteUnasked: 'Không thể tìm kiếm ở mọi nơi',
  paletteFailed: 'Lỗi',
  paletteScheme: 'Bật hoặc tắt chế độ tối',
  shortcutsHint: 'Nhấn G rồi một chữ cái để đến trang tương ứng.',
  wayPicture: 'Mã QR của tài khoản chính thức',
  wayHint:
    'Quét mã QR để theo dõi tài khoản chính thức rồi gửi “验证码” để nhận mã xác minh (có hiệu lực trong ba phút).',
  wayCode: 'Mã xác minh',
  notKept:
    'Trình duyệt không lưu lựa chọn của bạn: bộ nhớ đã đầy hoặc bị cấm. Lựa chọn có hiệu lực đến khi bạn rời trang.',
}
