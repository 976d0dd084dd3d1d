import type { messages as english } from '../en/dialogs.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ja'> = {
  ownTopUp: 'オンラインチャージの設定が完了していません。サーバーのアドレスを設定してください',
  ownCheckIn: 'チェックインの付与量が未設定です。付与量を設定してください',
  ownMail: 'このサイトではメールが設定されていません。SMTPサーバーを設定してください',
  ownLogin: '{name}からアカウントの情報が返されませんでした。クライアントIDとシークレットを確認してください',
  ownPrice: 'モデル{model}の価格が未設定です。価格を設定してください',
  ownUpstream: 'アップストリームがゲートウェイを拒否しました。チャネルのキーと残高を確認してください',
  ownUpstreamModel: 'アップストリームにこのモデルはありません。チャネルのモデルを確認してください',
  ownBan: 'このアカウントは利用停止中です',
  manualCopyTitle: '手動でコピー',
  manualCopyHint: 'ブラウザーがクリップボードへのコピーを許可していません。テキストを選択してコピーしてください。',
  proofTitle: '本人確認',
  proofText: '続けるにはパスワードを入力してください。前回のログインから時間がたっています。',
  proofTextOther: '続けるにはもう一度ログインしてください。前回のログインから時間がたっています。',
  proofPassword: '現在のパスワード',
  proofBy: '{name}で再度ログイン',
  callsPaused: '新しい呼び出しを停止中',
  callsPausedHelp:
    '料金を保存できないためです。データフォルダーのディスクがいっぱいか、データベースに長時間接続できていません。解消すると自動的に再開します。',
  palettePrompt: 'ページ、操作、ユーザー、APIトークン、チャネル、モデル、設定を検索、またはリクエストIDを貼り付け',
  paletteCall: 'リクエスト{id}',
  paletteUnasked: '一部を検索できませんでした',
  paletteFailed: '失敗',
  paletteScheme: 'ダークモードの切り替え',
  shortcutsHint: 'Gに続けて文字を押すと、そのページへ移動します。',
  wayPicture: '公式アカウントのQRコード',
  wayHint:
    'QRコードを読み取って公式アカウントをフォローし、「验证码」と送信すると確認コードが届きます（有効期限は3分）。',
  wayCode: '確認コード',
  notKept:
    'ブラウザーがここでの選択を保存できません。保存領域がいっぱいか、使用が禁止されています。選択はページを離れるまで有効です。',
}
