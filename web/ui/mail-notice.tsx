import { useText } from '../lib/i18n.ts'
import { useStatus } from '../lib/status.ts'
import { Notice } from './notice.tsx'
import { OptionDoor } from './option-door.tsx'

/** Says that no mail will come before anybody waits for one. */
export function MailNotice() {
  const t = useText()
  const { mail_enabled } = useStatus()
  if (mail_enabled) return null
  return (
    <Notice tone="warn" title={t('mailOff')}>
      <OptionDoor option="SMTPServer">{t('mailOffAsk')}</OptionDoor>
    </Notice>
  )
}
