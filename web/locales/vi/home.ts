import type { messages as english } from '../en/home.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'vi'> = {
  heroTitle: 'Một địa chỉ cho mọi mô hình',
  heroText: 'Trỏ ứng dụng của bạn đến gateway này và dùng mọi nhà cung cấp với một token API.',
  baseUrl: 'Base URL',
  copyBaseUrl: 'Sao chép base URL',
  getToken: 'Lấy token API',
  openConsole: 'Mở console',
  seePricing: 'Xem mô hình và giá',
  snippets: 'Mã mẫu',
  copyCode: 'Sao chép mã',
  chapterProtocolTitle: 'Ứng dụng giữ nguyên',
  chapterProtocolText: 'Chỉ cần đổi base URL và khóa: mọi ứng dụng dùng Chat Completions API đều chạy được ngay.',
  chapterUsageTitle: 'Mọi chi phí đều được ghi lại',
  chapterUsageText: 'Số token, chi phí và đường đi của yêu cầu có trong nhật ký ngay khi yêu cầu kết thúc.',
  chapterRouteTitle: 'Tự động chuyển kênh khi có sự cố',
  chapterRouteText: 'Khi một nhà cung cấp gặp lỗi, nhà cung cấp kế tiếp sẽ thay thế theo độ ưu tiên và trọng số.',
  pageFrame: 'Trang chủ',
  aboutTitle: 'Giới thiệu',
  aboutEmptyTitle: 'Chưa có nội dung',
  aboutEmptyHint: 'Quản trị viên có thể soạn trang này trong cài đặt hệ thống, bằng Markdown hoặc HTML.',
  aboutFrame: 'Trang giới thiệu',
}
