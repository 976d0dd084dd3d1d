import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../lib/i18n.ts'
import { IconButton } from '../ui/icon-button.tsx'

type UnloadedProps = { name: string; icon: ReactNode; onRetry: () => void }

/** In the place of what could not be loaded: asks again. */
export function Unloaded({ name, icon, onRetry }: UnloadedProps) {
  const t = useText()
  return (
    <span className="relative">
      <IconButton label={`${name}: ${t('errorTitle')} · ${t('retry')}`} icon={icon} onClick={onRetry} />
      <CircleAlert
        aria-hidden
        className="pointer-events-none absolute top-0.5 right-0.5 size-3.5 rounded-full bg-card text-bad"
      />
    </span>
  )
}
