import type { ColumnEntry } from '#contract/channel-field-kinds.ts'
import type { ColumnOf, DrawnColumn } from '#contract/channel-field-parts.ts'
import type { Text } from '../../../lib/i18n.ts'
import type { FormControl, FormEntry } from '../../../lib/record-form.ts'
import type { RecordEdit } from '../../../ui/use-record-form.ts'
import { mixedFault, objectFault } from './channel-json.ts'
import { isProxy, readSettings } from './channel-setting.ts'
import type { FieldValue } from './channel-values.ts'

const longestName = 128

/** A form that has fields of channels among its own, by their names. */
export type ColumnsEdit<Row, Body> = RecordEdit<Row, Body, 'channels', Record<string, FieldValue>>
type Entry<Row, Body> = FormEntry<Row, Body, 'channels', FieldValue>

/** What every form that has a field of channels knows of it, by its kind. */
export const columnEntry = <Row, Body>(
  name: DrawnColumn,
  column: ColumnEntry,
  own: Pick<Entry<Row, Body>, 'start' | 'from' | 'to'>,
): Entry<Row, Body> => ({
  control: controls[column.kind],
  label: `field.${name}`,
  hint: `field.${name}.hint`,
  ...(column.required ? { required: column.kind === 'names' ? 'modelsMissing' : 'nameMissing' } : {}),
  rule: (value, t) => faultOf(name, column, value, t),
  ...own,
})

const controls: { readonly [Kind in ColumnEntry['kind']]: FormControl } = {
  status: 'choice',
  vendor: 'choice',
  whole: 'whole',
  flag: 'switch',
  line: 'text',
  address: 'text',
  text: 'lines',
  json: 'lines',
  names: 'names',
}

/** What a field does not take, in words. */
const faultOf = (
  name: DrawnColumn,
  column: ColumnEntry,
  value: FieldValue,
  t: Text<'channels'>,
): string | undefined => {
  if (name === 'name') {
    return String(value).trim().length > longestName ? t('nameLong', { count: longestName }) : undefined
  }
  switch (column.kind) {
    case 'json': {
      // seam: the column of this name is of this kind
      const json = name as ColumnOf<'json'>
      const words = { wrong: t(`field.${json}.wrong`), shape: t(`field.${json}.shape`) }
      return (
        objectFault(String(value), column.shape, words, t) ?? (name === 'setting' ? proxyFault(value, t) : undefined)
      )
    }
    case 'whole':
      // seam: the column of this name is of this kind
      return isWhole(value, column) ? undefined : t(`field.${name as ColumnOf<'whole'>}.wrong`)
    case 'address':
      return isAddress(String(value)) ? undefined : t('addressWrong')
    case 'text':
      return mixedFault(String(value), t)
    default:
      return undefined
  }
}

const isWhole = (value: FieldValue, { min, optional }: { min: number; optional?: boolean }): boolean => {
  if (value === null) return optional ?? false
  // Below a limit that is no zero it is put right where it is left.
  return Number.isInteger(value) && (min !== 0 || Number(value) >= 0)
}

const isAddress = (text: string): boolean => text.trim() === '' || /^https?:\/\/[^\s/]/i.test(text.trim())

const proxyFault = (setting: FieldValue, t: Text<'channels'>): string | undefined => {
  const proxy = readSettings(String(setting))?.proxy ?? ''
  return typeof proxy !== 'string' || proxy === '' || isProxy(proxy) ? undefined : t('proxyWrong')
}
