import type { messages as english } from '../en/cards.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ja'> = {
  title: '能力カード',
  intro:
    '各モデルが各API形式でできることを、小さな要求で試した結果です。モデルが拒んだ内容の要求は、ほかのチャネルがあればそちらへ送られます。',
  tryAll: '全モデルを試す',
  tryTitle: '全モデルを試しますか？',
  tryText:
    '{models} 件のモデルに小さな要求を {calls} 回送ります。ここで設定された料金では最大 {cost} ですが、ユーザーには請求されません。',
  tryUnpriced: 'うち {count} 件は料金が未設定のため含まれていません。',
  tryDone: '全モデルを試しました',
  tryFailed: '全モデルを試しました：失敗{count}回',
  tryStopped: '{total}回中{done}回で中断しました。結果は保存されていません',
  never: 'まだ試していません',
  none: '一致するモデルはありません',
  made: '{time} に {name} が試行',
  progress: '試行中：{total} 回中 {done} 回',
  progressElsewhere: '別のチャネルを試行中：{total} 回中 {done} 回',
  export: 'CSVに書き出す',
  fileName: '{name} 能力カード',
  search: 'モデルとAPI形式を検索',
  model: 'モデル',
  'wants.text.whole': 'テキスト',
  'wants.text.streamed': 'テキスト（ストリーム）',
  'wants.tools.whole': 'ツール',
  'wants.tools.streamed': 'ツール（ストリーム）',
  'wants.picture.whole': '画像',
  'wants.picture.streamed': '画像（ストリーム）',
  'outcome.can': '可能',
  'outcome.ignored': '応答したが実行せず',
  'outcome.refused': '拒否',
  'outcome.failed': '失敗',
}
