import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useStatus } from '../../lib/status.ts'

/** What an amount of quota is in money, where it is not typed as that. */
export function QuotaAmount({ text }: { text: string }) {
  const t = useText('settings')
  const format = useFormat()
  const { display_in_currency } = useStatus()
  const quota = text.trim() === '' ? Number.NaN : Number(text)
  if (display_in_currency || !Number.isFinite(quota)) return null
  return <p className="text-[13px] text-muted">{t('equalsMoney', { amount: format.exactDollars(quota) })}</p>
}
