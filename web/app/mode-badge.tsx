import { useText } from '../lib/i18n.ts'
import { useStatus } from '../lib/status.ts'
import { Badge } from '../ui/badge.tsx'

/** Beside the name, when this installation runs for its owner alone or as a demo. */
export function ModeBadge() {
  const t = useText()
  const status = useStatus()
  if (status.self_use_mode_enabled) return <Badge tone="brand">{t('modeSelf')}</Badge>
  if (status.demo_site_enabled) return <Badge tone="warn">{t('modeDemo')}</Badge>
  return null
}
