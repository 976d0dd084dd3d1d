import { useText } from '../lib/i18n.ts'
import { Notice } from '../ui/notice.tsx'

/** For administrators, as long as no call begins because its charge could not be stored. */
export function StorageNotice() {
  const t = useText('dialogs')
  return (
    <Notice tone="bad" title={t('callsPaused')} className="m-4 mb-0 md:mx-6">
      {t('callsPausedHelp')}
    </Notice>
  )
}
