import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import type { WayProof } from '../lib/dialog-ways.ts'
import type { DialogWay } from '../lib/login-ways.ts'
import { notifyFailure } from '../lib/query.ts'
import { CodeDialog } from './code-dialog.tsx'
import { SignedDialog } from './signed-dialog.tsx'

type WayDialogProps = {
  way: DialogWay
  title: string
  /** The word on the button. */
  action: string
  /** Does what is proved by it, and throws what was refused. */
  onProof(proof: WayProof): Promise<unknown>
  onClose(): void
}

/** Asks for what proves an account, as the way does. */
export function WayDialog({ way, title, action, onProof, onClose }: WayDialogProps) {
  const isOfCode = (error: unknown) => way.kind === 'code' && error instanceof ApiError && error.kind === 'refused'
  const prove = useMutation({
    mutationFn: onProof,
    meta: { quiet: true },
    onError: (error) => !isOfCode(error) && notifyFailure(error),
  })
  const common = { title, onClose }
  return way.kind === 'code' ? (
    <CodeDialog
      {...common}
      way={way}
      action={action}
      pending={prove.isPending}
      fault={isOfCode(prove.error) ? prove.error?.message : undefined}
      onCode={(code) => prove.mutate({ code })}
    />
  ) : (
    <SignedDialog {...common} way={way} onSigned={prove.mutate} />
  )
}
