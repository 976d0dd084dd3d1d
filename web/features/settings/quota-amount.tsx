import { useText } from '../../lib/i18n.ts'
import { useStatus } from '../../lib/status.ts'

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
})

/** What an amount of quota is in money. */
export function QuotaAmount({ text }: { text: string }) {
  const t = useText('settings')
  const { quota_per_unit } = useStatus()
  const quota = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(quota)) return null
  return (
    <p className="text-[13px] text-muted">{t('equalsMoney', { amount: dollars.format(quota / quota_per_unit) })}</p>
  )
}
