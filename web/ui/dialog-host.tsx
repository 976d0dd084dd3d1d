import { lazy, Suspense } from 'react'
import { closeManualCopy, useManualCopy } from '../lib/clipboard.ts'
import { useQuestion } from '../lib/confirm.ts'
import { useProofAsked } from '../lib/proof.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))
const ManualCopyDialog = lazy(() =>
  import('./manual-copy-dialog.tsx').then((module) => ({ default: module.ManualCopyDialog })),
)

const ProofDialog = lazy(() => import('./proof-dialog.tsx').then((module) => ({ default: module.ProofDialog })))

/** Once in the application: the dialogs that `confirm()`, `copyText()` and calls that want a proof open. */
export function DialogHost() {
  const question = useQuestion()
  const manualCopy = useManualCopy()
  const proofAsked = useProofAsked()
  return (
    <Suspense>
      {manualCopy !== null && <ManualCopyDialog text={manualCopy} onClose={closeManualCopy} />}
      {proofAsked && <ProofDialog onAnswer={proofAsked.answer} />}
      {question && <ConfirmDialog question={question} />}
    </Suspense>
  )
}
