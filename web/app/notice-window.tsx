import { useText } from '../lib/i18n.ts'
import { Dialog } from '../ui/dialog.tsx'
import { OperatorText } from '../ui/operator-text.tsx'

type NoticeWindowProps = { text: string; onClose: () => void }

/** What the operator has to say to everybody. */
export function NoticeWindow({ text, onClose }: NoticeWindowProps) {
  const t = useText()
  return (
    <Dialog open onClose={onClose} title={t('notice')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0}>
        <OperatorText text={text} title={t('notice')} bare />
      </div>
    </Dialog>
  )
}
