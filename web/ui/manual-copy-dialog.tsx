import { useText } from '../lib/i18n.ts'
import { Dialog } from './dialog.tsx'
import { areaClass } from './styles.ts'

/** Shows a text that the browser would not put on the clipboard, selected. */
export function ManualCopyDialog({ text, onClose }: { text: string; onClose(): void }) {
  const t = useText('dialogs')
  return (
    <Dialog open onClose={onClose} title={t('manualCopyTitle')} description={t('manualCopyHint')}>
      <textarea
        readOnly
        aria-label={t('manualCopyTitle')}
        value={text}
        rows={Math.min(12, text.split('\n').length + 1)}
        onFocus={(event) => event.target.select()}
        className={`${areaClass} mb-2 font-mono text-[13px]`}
      />
    </Dialog>
  )
}
