import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'

/** What an amount of quota is in money. */
export function QuotaAmount({ text }: { text: string }) {
  const t = useText('settings')
  const format = useFormat()
  const quota = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(quota)) return null
  return <p className="text-[13px] text-muted">{t('equalsMoney', { amount: format.exactDollars(quota) })}</p>
}
