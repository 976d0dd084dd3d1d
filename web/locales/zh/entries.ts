import type { messages as english } from '../en/entries.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'zh'> = {
  asJson: '以 JSON 编辑',
  asTable: '以表格编辑',
  jsonOf: '以 JSON 编辑：{name}',
  tableOf: '以表格编辑：{name}',
  unreadable: '此内容只能以 JSON 编辑。',
  empty: '暂无条目',
  kept: '另有 {count} 项只能在 JSON 中查看，会原样保留。',
  cell: '{name} 的“{column}”',
  new: '新增：{column}',
  add: '添加',
  remove: '移除 {name}',
  up: '上移 {name}',
  down: '下移 {name}',
  missing: '请填写“{column}”',
  nameTaken: '{name} 已在表格中',
  jsonValid: 'JSON 有效',
  jsonEmpty: '空',
  jsonFormat: '格式化',
}
