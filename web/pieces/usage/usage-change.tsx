import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'

type UsageChangeProps = {
  now: number
  before: number
  /** Whether it stands alone, and so says what it is compared with. */
  than?: boolean
}

/** How much more or less it is than in the time before. No colour: more is neither good nor bad. */
export function UsageChange({ now, before, than = false }: UsageChangeProps) {
  const t = useText('dashboard')
  const format = useFormat()
  const text = () => {
    if (before === 0) return now === 0 ? '–' : t('changeNew')
    if (now === before) return t('changeNone')
    return t(now > before ? 'changeMore' : 'changeLess', { share: format.percent(Math.abs(now - before) / before) })
  }
  if (!than) return text()
  return before === 0 ? t('nothingBefore') : t('changeThan', { change: text() })
}
