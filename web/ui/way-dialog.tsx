import type { WayProof } from '../lib/dialog-ways.ts'
import type { DialogWay } from '../lib/login-ways.ts'
import { CodeDialog } from './code-dialog.tsx'
import { SignedDialog } from './signed-dialog.tsx'

type WayDialogProps = {
  way: DialogWay
  title: string
  /** The word on the button. */
  action: string
  pending: boolean
  onProof(proof: WayProof): void
  onClose(): void
}

/** Asks for what proves an account, as the way does. */
export function WayDialog({ way, title, action, pending, onProof, onClose }: WayDialogProps) {
  const common = { title, onClose }
  return way.kind === 'code' ? (
    <CodeDialog {...common} way={way} action={action} pending={pending} onCode={(code) => onProof({ code })} />
  ) : (
    <SignedDialog {...common} way={way} onSigned={onProof} />
  )
}
