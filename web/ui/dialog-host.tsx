import { lazy, Suspense } from 'react'
import { closeManualCopy, useManualCopy } from '../lib/clipboard.ts'
import { useQuestion } from '../lib/confirm.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))
const ManualCopyDialog = lazy(() =>
  import('./manual-copy-dialog.tsx').then((module) => ({ default: module.ManualCopyDialog })),
)

/** Once in the application: the dialogs that `confirm()` and `copyText()` open. */
export function DialogHost() {
  const question = useQuestion()
  const manualCopy = useManualCopy()
  return (
    <Suspense>
      {manualCopy !== null && <ManualCopyDialog text={manualCopy} onClose={closeManualCopy} />}
      {question && <ConfirmDialog question={question} />}
    </Suspense>
  )
}
