import type { DrawnKey } from '#contract/options.ts'

/** What fields that are hard to fill may hold; a test reads each by the rule of its option. */
export const optionExamples: Partial<Record<DrawnKey, string>> = {
  TopUpLink: 'https://shop.example.com',
  'general_setting.docs_link': 'https://docs.example.com',
  SensitiveWords: 'secret project\nregex:\\d{17}[0-9Xx]',
  GroupGroupRatio: '{\n  "vip": {"default": 0.8}\n}',
  Chats: '[\n  {"Chat": "https://chat.example.com/#/?key={key}&url={address}"}\n]',
  CreateCacheRatio: '{\n  "my-model": 1.25\n}',
  ImageRatio: '{\n  "my-model": 2\n}',
  AudioRatio: '{\n  "my-model": 8\n}',
  AudioCompletionRatio: '{\n  "my-model": 2\n}',
  ServiceTierRatio: '{\n  "my-model": {"batch": 0.5, "priority": 2}\n}',
  PriceListAddresses: 'https://prices.example.com/models.json',
  ModelsPricedBySecond: 'my-video-model',
  'claude.model_headers_settings': '{\n  "my-model": {"x-team": "blue"}\n}',
  ServerAddress: 'https://ai.example.com',
  WorkerUrl: 'https://worker.example.com',
  PayAddress: 'https://pay.example.com',
  CustomCallbackAddress: 'https://callback.example.com',
  SMTPServer: 'smtp.example.com',
  SMTPFrom: 'robot@example.com',
  Logo: 'https://example.com/logo.png',
  UpdateAddress: 'https://releases.example.com/latest',
}
