import type { messages as english } from '../en/home.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ja'> = {
  heroTitle: 'すべてのモデルを、1つのアドレスで',
  heroText:
    'クライアントの接続先をこのゲートウェイに変えるだけ。1つのAPIトークンで、すべてのプロバイダーを利用できます。',
  baseUrl: 'ベースURL',
  copyBaseUrl: 'ベースURLをコピー',
  getToken: 'APIトークンを取得',
  openConsole: 'コンソールを開く',
  seePricing: 'モデルと価格を見る',
  snippets: 'コード例',
  copyCode: 'コードをコピー',
  chapterProtocolTitle: 'クライアントはそのまま',
  chapterProtocolText: 'ベースURLとキーを変えるだけで、Chat Completions APIに対応したクライアントがそのまま動きます。',
  chapterUsageTitle: 'すべての費用を記録',
  chapterUsageText: 'トークン数、料金、経由したチャネルは、リクエストが終わるとすぐにログに残ります。',
  chapterRouteTitle: '自動フェイルオーバー',
  chapterRouteText: 'プロバイダーで障害が起きると、優先度と重みに従って次のプロバイダーが引き継ぎます。',
  pageFrame: 'ホームページ',
  aboutTitle: 'このサイトについて',
  aboutEmptyTitle: 'まだ内容がありません',
  aboutEmptyHint: '管理者はシステム設定で、MarkdownまたはHTMLを使ってこのページを書けます。',
  aboutFrame: 'このサイトについて',
}
