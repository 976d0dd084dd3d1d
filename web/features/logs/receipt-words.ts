import type { Receipt, ReceiptLine, ReceiptTool } from '#pricing/receipt.ts'
import type { Formats } from '../../lib/format.ts'
import type { Text } from '../../lib/i18n.ts'

export const fixedFormula = (
  { price = 0, calls, groupRatio: group }: Receipt,
  t: Text<'logs'>,
  format: Formats,
): string =>
  calls === 1
    ? t('receiptFixedFormula', { price: format.price(price), group: format.ratio(group) })
    : t('receiptPiecesFormula', { price: format.price(price), calls, group: format.ratio(group) })

export const toolFormula = (
  { price }: ReceiptTool,
  { groupRatio }: Receipt,
  t: Text<'logs'>,
  format: Formats,
): string => t('receiptToolFormula', { price: format.price(price), group: format.ratio(groupRatio) })

export const ratiosText = ({ ratios }: ReceiptLine, { modelRatio, groupRatio }: Receipt, format: Formats): string =>
  `× ${[modelRatio, ...(ratios.length === 0 ? [1] : ratios), groupRatio].map(format.ratio).join(' × ')}`

const classNames = {
  input: 'classInput',
  cacheRead: 'classCacheRead',
  cacheWrite: 'classCacheWrite',
  cacheWriteHour: 'classCacheWriteHour',
  audioInput: 'classAudioInput',
  imageInput: 'classImageInput',
  output: 'classOutput',
  reasoning: 'classReasoning',
  audioOutput: 'classAudioOutput',
  imageOutput: 'classImageOutput',
} as const satisfies Record<ReceiptLine['class'], string>

export const classNameOf = (name: ReceiptLine['class'], { hasMedia }: Receipt) => {
  if (hasMedia && name === 'input') return 'classTextInput'
  return hasMedia && name === 'output' ? 'classTextOutput' : classNames[name]
}
