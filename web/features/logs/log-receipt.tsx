import type { Log } from '#contract/logs.ts'
import { type Receipt, type ReceiptLine, type ReceiptTool, receiptOf } from '#pricing/receipt.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useIsPhone } from '../../lib/media.ts'
import { useStatus } from '../../lib/status.ts'
import { otherOf } from '../../pieces/logs/log-other.ts'
import { ReceiptFile } from './receipt-file.tsx'
import { classNameOf, fixedFormula, ratiosText, toolFormula } from './receipt-words.ts'

/** The arithmetic of a charge, line by line, down to the total that was taken. */
export function LogReceipt({ row }: { row: Log }) {
  const t = useText('logs')
  const { quota_per_unit } = useStatus()
  const format = useFormat()
  const isPhone = useIsPhone()
  const other = otherOf(row)
  const receipt = receiptOf(row, other, quota_per_unit)
  if (!receipt) return null
  const span = receipt.price !== undefined ? 2 : isPhone ? 3 : 4
  return (
    <section className="min-w-0">
      <div className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <h2 className="text-[13px] font-semibold">{t('receipt')}</h2>
        <ReceiptFile row={row} receipt={receipt} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a section with a name would be a landmark, and there are many */}
      <div
        role="group"
        aria-label={t('receipt')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg border bg-card"
      >
        <table className="w-full text-xs sm:text-[13px]">
          <caption className="sr-only">{t('receipt')}</caption>
          <ReceiptHead isFixed={receipt.price !== undefined} />
          <tbody>
            {receipt.price !== undefined && (
              <tr>
                <th scope="row" className={labelClass}>
                  {t('receiptFixed')}
                </th>
                <td className="px-1.5 py-1.5 sm:px-2 text-muted">{fixedFormula(receipt, t, format)}</td>
                <td className={amountClass}>{dollars(receipt.fixed, format)}</td>
              </tr>
            )}
            {receipt.lines.map((line) => (
              <LineRow
                key={line.class}
                line={line}
                receipt={receipt}
                format={format}
                isEstimated={other.estimated === true}
              />
            ))}
            {receipt.tools.map((tool) => (
              <ToolRow key={tool.tool} tool={tool} receipt={receipt} span={span - 2} />
            ))}
            {receipt.difference !== 0 && (
              <tr>
                <th scope="row" className={labelClass} colSpan={span}>
                  <span className="font-normal text-muted">
                    {t(receipt.isExact ? 'receiptRounding' : 'receiptAdjustment')}
                  </span>
                </th>
                <td className={amountClass}>{dollars(receipt.difference, format)}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr className="border-t font-semibold">
              <th scope="row" className={labelClass} colSpan={span}>
                {t('receiptTotal')}{' '}
                <span className="font-normal text-muted">{t('receiptQuota', { quota: format.number(row.quota) })}</span>
              </th>
              <td className={amountClass}>{dollars(receipt.micros, format)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <ul className="mt-1.5 grid gap-0.5 text-xs text-muted">
        {receipt.saved > 0 && <li>{t('receiptSaved', { amount: dollars(receipt.saved, format) })}</li>}
        <li>{t('receiptUnit', { quota: format.number(quota_per_unit) })}</li>
        {receipt.step && (
          <li>
            {t('receiptStep', {
              above: format.number(receipt.step.above),
              input: format.ratio(receipt.step.input),
              output: format.ratio(receipt.step.output),
            })}
          </li>
        )}
        {other.service_ratio !== undefined && (
          <li>{t('receiptService', { times: format.ratio(other.service_ratio) })}</li>
        )}
        {receipt.hasOwnGroupRatio && <li>{t('receiptOwnRatio')}</li>}
        {other.estimated === true && <li>{t('receiptEstimated')}</li>}
        {row.quota === 0 && <li>{t('receiptNothing')}</li>}
      </ul>
    </section>
  )
}

function ReceiptHead({ isFixed }: { isFixed: boolean }) {
  const t = useText('logs')
  return (
    <thead>
      <tr className="border-b text-left text-xs text-muted">
        <th scope="col" className="px-1.5 py-1.5 sm:px-2 font-medium">
          {t('receiptClass')}
        </th>
        {!isFixed && (
          <th scope="col" className="px-1.5 py-1.5 sm:px-2 text-right font-medium">
            {t('receiptTokens')}
          </th>
        )}
        <th scope="col" className="px-1.5 py-1.5 sm:px-2 font-medium">
          {t('receiptRatios')}
        </th>
        {!isFixed && (
          <th scope="col" className="px-1.5 py-1.5 sm:px-2 text-right font-medium whitespace-nowrap max-sm:hidden">
            {t('receiptPerMillion')}
          </th>
        )}
        <th scope="col" className="px-1.5 py-1.5 sm:px-2 text-right font-medium">
          {t('receiptAmount')}
        </th>
      </tr>
    </thead>
  )
}

type LineRowProps = { line: ReceiptLine; receipt: Receipt; format: Formats; isEstimated: boolean }

function LineRow({ line, receipt, format, isEstimated }: LineRowProps) {
  const t = useText('logs')
  return (
    <tr>
      <th scope="row" className={labelClass}>
        {t(classNameOf(line.class, receipt))}
      </th>
      <td className="px-1.5 py-1.5 sm:px-2 text-right whitespace-nowrap">
        {isEstimated && '≈ '}
        {format.number(line.tokens)}
      </td>
      <td className="px-1.5 py-1.5 sm:px-2 whitespace-nowrap text-muted">{ratiosText(line, receipt, format)}</td>
      <td className="px-1.5 py-1.5 sm:px-2 text-right whitespace-nowrap text-muted max-sm:hidden">
        {format.price(line.dollarsPerMillion)}
      </td>
      <td className={amountClass}>{dollars(line.micros, format)}</td>
    </tr>
  )
}

/** `span`: how many columns are between the count and the amount. */
type ToolRowProps = { tool: ReceiptTool; receipt: Receipt; span: number }

function ToolRow({ tool, receipt, span }: ToolRowProps) {
  const t = useText('logs')
  const format = useFormat()
  const formula = toolFormula(tool, receipt, t, format)
  const counted = t('receiptToolCalls', { count: tool.calls })
  return (
    <tr>
      <th scope="row" className={labelClass}>
        {t(`tool.${tool.tool}`)}
      </th>
      {receipt.price === undefined && <td className="px-1.5 py-1.5 sm:px-2 text-right whitespace-nowrap">{counted}</td>}
      <td className="px-1.5 py-1.5 sm:px-2 text-muted" colSpan={Math.max(1, span)}>
        {receipt.price === undefined ? formula : `${counted} ${formula}`}
      </td>
      <td className={amountClass}>{dollars(tool.micros, format)}</td>
    </tr>
  )
}

const labelClass = 'px-1.5 py-1.5 sm:px-2 text-left font-medium sm:whitespace-nowrap'
const amountClass = 'px-1.5 py-1.5 sm:px-2 text-right whitespace-nowrap'

const dollars = (micros: number, format: Formats) => format.money(micros / 1_000_000, 6)
