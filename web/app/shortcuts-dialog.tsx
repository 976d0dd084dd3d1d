import { isApple, listHotkeys } from '../lib/hotkeys.ts'
import { useText } from '../lib/i18n.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Every key that works where the user is. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useText('dialogs')
  return (
    <Dialog open size="sm" onClose={onClose} title={t('shortcuts')} description={t('shortcutsHint')}>
      {/* What scrolls must be reachable by keyboard. */}
      <dl tabIndex={0} className="grid gap-2 pb-4">
        {listHotkeys().map(({ keys, label }) => (
          <div key={keys} className="flex items-center justify-between gap-4">
            <dt>{label}</dt>
            <dd className="flex gap-1">
              {keyNames(keys).map((name) => (
                <kbd key={name} className="rounded border bg-bg px-1.5 font-sans text-xs uppercase">
                  {name}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

const keyNames = (keys: string): string[] =>
  keys.split(/[ +]/).map((key) => (key === 'mod' ? (isApple ? '⌘' : 'Ctrl') : key))
