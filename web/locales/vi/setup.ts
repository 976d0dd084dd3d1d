import type { messages as english } from '../en/setup.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'vi'> = {
  title: 'Thiết lập {name}',
  subtitle: 'Chỉ hai bước là sẵn sàng.',
  sqliteTitle: 'Cơ sở dữ liệu là SQLite',
  sqliteText:
    'Mọi dữ liệu nằm trong một tệp ở thư mục dữ liệu. Nếu chạy trong container, hãy chắc chắn thư mục đó được mount vào máy chủ: nếu không, toàn bộ dữ liệu sẽ mất khi container được tạo lại.',
  code: 'Mã thiết lập',
  codeHint:
    'Mã được in ra khi khởi động máy chủ, vì trang này không được mở bằng localhost trên chính máy đó. Mã chứng minh rằng máy chủ là của bạn.',
  codeMissing: 'Vui lòng nhập mã thiết lập',
  adminTitle: 'Tài khoản quản trị',
  adminHint: 'Siêu quản trị viên của hệ thống này. Sau khi thiết lập, bạn đăng nhập bằng tài khoản này.',
  adminDone: 'Tài khoản quản trị đã có. Chỉ còn chọn chế độ sử dụng.',
  username: 'Tên đăng nhập',
  usernameHint: 'Tối đa 12 ký tự',
  password: 'Mật khẩu',
  passwordHint: '8 đến 128 ký tự',
  password2: 'Nhập lại mật khẩu',
  modeTitle: 'Chế độ sử dụng',
  modeHint: 'Có thể đổi sau trong cài đặt hệ thống.',
  modeExternal: 'Phục vụ công khai',
  modeExternalHint: 'Dành cho nhiều người dùng: đăng ký, hạn mức, giá và mã đổi thưởng.',
  modeSelf: 'Dùng riêng',
  modeSelfHint: 'Cho riêng bạn: mô hình dùng được mà không cần giá, người khác không đăng ký được.',
  modeDemo: 'Trang demo',
  modeDemoHint: 'Để giới thiệu sản phẩm. Mọi thay đổi bị từ chối và có nhãn demo.',
  modeHelp: 'Các chế độ khác nhau thế nào?',
  modeHelpTitle: 'Chế độ sử dụng',
  modeExternalHelp:
    'Chế độ mặc định. Người dùng đăng ký, có số dư và trả theo giá bạn đặt cho mô hình và nhóm. Mô hình chưa có giá sẽ bị từ chối.',
  modeSelfHelp:
    'Dành cho một người hoặc một nhóm nhỏ tin cậy nhau. Mô hình không cần giá, mục đăng ký được ẩn, và nhãn cạnh tên cho biết chế độ này.',
  modeDemoHelp: 'Để giới thiệu hệ thống này. Nhãn cạnh tên cho khách biết họ đang xem bản demo.',
  initialize: 'Thiết lập hệ thống',
  done: 'Đã thiết lập hệ thống, đang tải lại trang…',
  statusFailed: 'Không lấy được trạng thái thiết lập',
  formBroken: 'Biểu mẫu gặp lỗi, vui lòng làm mới trang rồi thử lại',
  initializeFailed: 'Thiết lập không thành công, vui lòng thử lại',
  systemFailed: 'Thiết lập hệ thống không thành công, vui lòng thử lại',
  usernameMissing: 'Vui lòng nhập tên đăng nhập của quản trị viên',
  usernameLong: 'Tên đăng nhập có tối đa 12 ký tự',
  passwordShort: 'Mật khẩu phải có ít nhất 8 ký tự',
  passwordLong: 'Mật khẩu có tối đa 128 ký tự',
  passwordsDiffer: 'Hai mật khẩu không khớp',
  passwordAgain: 'Nhập lại mật khẩu',
}
