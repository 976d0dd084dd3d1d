import type { Log } from '#contract/logs.ts'
import type { Receipt } from '#pricing/receipt.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { TableFile } from '../../ui/table-file.tsx'
import { classNameOf, fixedFormula, ratiosText, toolFormula } from './receipt-words.ts'

type FileLine = { name: string; count?: number; formula?: string; perMillion?: number; micros: number }

/** A receipt as a file: amounts in dollars, which add up to the last. */
export function ReceiptFile({ row, receipt }: { row: Log; receipt: Receipt }) {
  const t = useText('logs')
  const format = useFormat()
  return (
    <TableFile<FileLine>
      name={`receipt-${row.request_id ?? row.id}`}
      columns={[
        { label: t('receiptClass'), plain: ({ name }) => name },
        { label: t('receiptTokens'), plain: ({ count }) => count },
        { label: t('receiptRatios'), plain: ({ formula }) => formula },
        { label: t('receiptPerMillion'), plain: ({ perMillion }) => perMillion },
        { label: t('receiptAmount'), plain: ({ micros }) => micros / 1_000_000 },
      ]}
      rows={linesOf(receipt, t, format)}
    />
  )
}

const linesOf = (receipt: Receipt, t: Text<'logs'>, format: Formats): readonly FileLine[] => [
  ...(receipt.price === undefined
    ? []
    : [{ name: t('receiptFixed'), formula: fixedFormula(receipt, t, format), micros: receipt.fixed }]),
  ...receipt.lines.map((line) => ({
    name: t(classNameOf(line.class, receipt)),
    count: line.tokens,
    formula: ratiosText(line, receipt, format),
    perMillion: line.dollarsPerMillion,
    micros: line.micros,
  })),
  ...receipt.tools.map((tool) => ({
    name: t(`tool.${tool.tool}`),
    count: tool.calls,
    formula: toolFormula(tool, receipt, t, format),
    micros: tool.micros,
  })),
  ...(receipt.difference === 0
    ? []
    : [{ name: t(receipt.isExact ? 'receiptRounding' : 'receiptAdjustment'), micros: receipt.difference }]),
  { name: t('receiptTotal'), micros: receipt.micros },
]
