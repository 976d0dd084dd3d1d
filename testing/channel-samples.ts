import type { ColumnEntry } from '#contract/channel-field-kinds.ts'

/** A value of a field that differs from what it is in the beginning, and one that differs from both. */
export const samplesOf = (name: string, column: ColumnEntry): readonly [unknown, unknown] => {
  switch (column.kind) {
    case 'vendor':
      return [14, 24]
    case 'status':
      return [2, 1]
    case 'whole':
      return [column.initial + 1, column.initial + 2]
    case 'flag':
      return [1 - column.initial, column.initial]
    case 'address':
      return ['https://one.example', 'https://two.example']
    case 'names':
      return ['one,two', 'three']
    case 'json':
      return [column.template, '']
    default:
      return [`one ${name}`, `two ${name}`]
  }
}
