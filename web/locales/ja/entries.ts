import type { messages as english } from '../en/entries.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ja'> = {
  asJson: 'JSONとして編集',
  asTable: '表として編集',
  jsonOf: 'JSONとして編集：{name}',
  tableOf: '表として編集：{name}',
  unreadable: 'この内容はJSONでのみ編集できます。',
  empty: 'まだ何もありません',
  kept: 'ほかの{count}件はJSONでのみ表示でき、そのまま保持されます。',
  cell: '{name}の{column}',
  new: '新規：{column}',
  add: '追加',
  remove: '{name}を削除',
  up: '{name}を上へ移動',
  down: '{name}を下へ移動',
  missing: '「{column}」を入力してください',
  nameTaken: '{name}はすでに表にあります',
  jsonValid: '有効なJSON',
  jsonEmpty: '空',
  jsonFormat: '整形',
}
