import type { messages as english } from '../en/chat.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ja'> = {
  chat: 'チャット',
  redirecting: '移動しています…',
  appMissing: '何も開かない場合は、この端末にアプリがインストールされていない可能性があります。',
  openApp: 'アプリを開く',
  loginWanted: 'このチャットはあなたのAPIトークンで開きます。ログインしてください。',
  tokenMissing: '使えるAPIトークンがありません。有効なAPIトークンがあるか確認してください',
  chatsUnset: 'チャットリンクの設定を管理者に依頼してください',
  chatUnread: 'チャットのデータを読み取れませんでした',
  linkWrong: 'チャットリンクの設定に誤りがあります。管理者にお問い合わせください',
  chatsUnsetHere: 'チャットリンクはまだ設定されていません',
  linkWrongHere: 'このチャットリンクは開けません。アドレスが正しくありません',
}
