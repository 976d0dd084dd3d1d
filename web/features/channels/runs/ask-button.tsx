import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

type AskButtonProps = { label: string; ask(): Promise<void> } & ({ icon: ReactNode } | { text: string })

/** A button that turns until its question is answered; it keeps the focus meanwhile. */
export function AskButton({ label, ask, ...look }: AskButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const shared = {
    'aria-label': label,
    'aria-busy': isAsking || undefined,
    'aria-disabled': isAsking || undefined,
    onClick: async () => {
      if (isAsking) return
      setAsking(true)
      await ask()
      setAsking(false)
    },
  }
  const turning = isAsking && <LoaderCircle className="animate-spin" />
  if ('icon' in look) {
    return (
      <IconButton
        {...shared}
        label={label}
        icon={turning || look.icon}
        className="size-7! text-muted pointer-coarse:-m-2 pointer-coarse:size-11!"
      />
    )
  }
  return (
    <Button {...shared} size="sm" variant="link">
      {turning || look.text}
    </Button>
  )
}
