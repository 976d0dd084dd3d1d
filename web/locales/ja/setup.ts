import type { messages as english } from '../en/setup.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ja'> = {
  title: '{name}の初期設定',
  subtitle: '2つ選ぶだけで使い始められます。',
  sqliteTitle: 'データベースはSQLiteです',
  sqliteText:
    'データはすべて、データフォルダー内の1つのファイルに保存されます。コンテナーで動かす場合は、このフォルダーをホストにマウントしてください。マウントしないと、コンテナーを作り直したときにすべてのデータが失われます。',
  code: 'セットアップコード',
  codeHint:
    'このページはサーバー本体のlocalhostから開かれていないため、起動時に表示されたコードが必要です。サーバーの所有者であることを確認するためのものです。',
  codeMissing: 'セットアップコードを入力してください',
  adminTitle: '管理者アカウント',
  adminHint: 'このシステムのスーパー管理者です。初期設定のあと、このアカウントでログインします。',
  adminDone: '管理者アカウントはすでにあります。利用モードだけ選んでください。',
  username: 'ユーザー名',
  usernameHint: '12文字以内',
  password: 'パスワード',
  passwordHint: '8～128文字',
  password2: 'パスワード（確認）',
  modeTitle: '利用モード',
  modeHint: 'あとからシステム設定で変更できます。',
  modeExternal: '一般公開',
  modeExternalHint: '複数のユーザーに提供する場合：登録、クォータ、価格、引き換えコードを利用できます。',
  modeSelf: '個人利用',
  modeSelfHint: '自分専用：価格を設定しなくてもモデルを使え、他の人は登録できません。',
  modeDemo: 'デモサイト',
  modeDemoHint: '製品を紹介する場合：変更は拒否され、デモであることがバッジで示されます。',
  modeHelp: 'モードの違いは？',
  modeHelpTitle: '利用モード',
  modeExternalHelp:
    '標準のモードです。ユーザーは登録して残高を持ち、モデルとグループに設定した価格で支払います。価格のないモデルは拒否されます。',
  modeSelfHelp:
    '個人または信頼し合える少人数向けです。モデルに価格は不要で、登録の入口は表示されず、名前の横のバッジがこのモードを示します。',
  modeDemoHelp: 'このシステムの紹介用です。名前の横のバッジで、デモであることを訪問者に示します。',
  initialize: '初期設定を実行',
  done: '初期設定が完了しました。ページを再読み込みします…',
  statusFailed: '初期設定の状態を取得できませんでした',
  formBroken: 'フォームでエラーが発生しました。ページを更新してもう一度お試しください',
  initializeFailed: '初期設定に失敗しました。もう一度お試しください',
  systemFailed: 'システムの初期設定に失敗しました。もう一度お試しください',
  usernameMissing: '管理者のユーザー名を入力してください',
  usernameLong: 'ユーザー名は12文字以内にしてください',
  passwordShort: 'パスワードは8文字以上にしてください',
  passwordLong: 'パスワードは128文字以内にしてください',
  passwordsDiffer: '2つのパスワードが一致しません',
  passwordAgain: 'パスワードをもう一度入力してください',
}
