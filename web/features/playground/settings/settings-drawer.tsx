import { useText } from '../../../lib/i18n.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import type { Conversation } from '../conversation.ts'
import type { Payment } from '../use-payment.ts'
import { SettingsPanel } from './settings-panel.tsx'

type SettingsDrawerProps = { whole: Conversation; payment: Payment; onClose(): void }

/** The same panel where there is no room beside the thread. */
export function SettingsDrawer({ whole, payment, onClose }: SettingsDrawerProps) {
  const t = useText('playground')
  return (
    <Drawer open onClose={onClose} title={t('settings')}>
      <SettingsPanel whole={whole} payment={payment} />
    </Drawer>
  )
}
