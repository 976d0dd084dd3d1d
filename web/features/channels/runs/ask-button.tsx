import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'

type AskButtonProps = { label: string; icon: ReactNode; ask(): Promise<void> }

/** A button that turns until its question is answered; it keeps the focus meanwhile. */
export function AskButton({ label, icon, ask }: AskButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <IconButton
      label={label}
      aria-busy={isAsking || undefined}
      aria-disabled={isAsking || undefined}
      icon={isAsking ? <LoaderCircle className="animate-spin" /> : icon}
      className="size-7! text-muted pointer-coarse:size-11!"
      onClick={async () => {
        if (isAsking) return
        setAsking(true)
        await ask()
        setAsking(false)
      }}
    />
  )
}
