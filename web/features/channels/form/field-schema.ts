import * as z from 'zod/mini'
import type { ColumnEntry } from '#contract/channel-field-kinds.ts'
import type { ColumnOf, DrawnColumn } from '#contract/channel-field-parts.ts'
import type { Text } from '../../../lib/i18n.ts'
import { jsonField, mixedField } from './channel-json.ts'
import { isProxy, readSettings } from './channel-setting.ts'

const longestName = 128

/** What a field of the form takes, by its kind, with the words for what it does not take. */
export const fieldSchema = (name: DrawnColumn, column: ColumnEntry, t: Text<'channels'>): z.ZodMiniType => {
  if (name === 'name') return nameField(t)
  if (name === 'setting') return settingField(column, t)
  switch (column.kind) {
    case 'json': {
      // seam: the column of this name is of this kind
      const json = name as ColumnOf<'json'>
      return jsonField(t, column.shape, { wrong: t(`field.${json}.wrong`), shape: t(`field.${json}.shape`) })
    }
    case 'whole':
      // seam: the column of this name is of this kind
      return wholeField(column, t(`field.${name as ColumnOf<'whole'>}.wrong`))
    case 'names':
      return column.required ? z.array(z.string()).check(z.minLength(1, t('modelsMissing'))) : z.array(z.string())
    case 'flag':
      return z.boolean()
    case 'address':
      return z.string().check(z.refine(isAddress, t('addressWrong')))
    case 'text':
      return mixedField(t)
    default:
      return z.string()
  }
}

const nameField = (t: Text<'channels'>) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, t('nameAndKeyMissing')),
      z.maxLength(longestName, t('nameLong', { count: longestName })),
    )

const settingField = (column: ColumnEntry, t: Text<'channels'>) => {
  const words = { wrong: t('field.setting.wrong'), shape: t('field.setting.shape') }
  const shape = column.kind === 'json' ? column.shape : z.unknown()
  return jsonField(t, shape, words).check(z.refine(hasUsableProxy, t('proxyWrong')))
}

const wholeField = ({ min, optional }: { min: number; optional?: boolean }, wrong: string) =>
  z.nullable(z.number()).check(
    z.refine((number) => {
      if (number === null) return optional ?? false
      // Below a limit that is no zero it is put right where it is left.
      return Number.isInteger(number) && (min !== 0 || number >= 0)
    }, wrong),
  )

const isAddress = (text: string): boolean => text.trim() === '' || /^https?:\/\/[^\s/]/i.test(text.trim())

const hasUsableProxy = (setting: string): boolean => {
  const proxy = readSettings(setting)?.proxy ?? ''
  return typeof proxy !== 'string' || proxy === '' || isProxy(proxy)
}
