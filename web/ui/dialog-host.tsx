import { closeManualCopy, useManualCopy } from '../lib/clipboard.ts'
import { useQuestion } from '../lib/confirm.ts'
import { withTexts } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useProofAsked } from '../lib/proof.ts'
import { Overlay } from './overlay.tsx'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'), 'ConfirmDialog')
const ManualCopyDialog = lazyPart(() => withTexts('dialogs', import('./manual-copy-dialog.tsx')), 'ManualCopyDialog')

const ProofDialog = lazyPart(() => withTexts('dialogs', import('./proof-dialog.tsx')), 'ProofDialog')

/** Once in the application: the dialogs that `confirm()`, `copyText()` and calls that want a proof open. */
export function DialogHost() {
  const question = useQuestion()
  const manualCopy = useManualCopy()
  const proofAsked = useProofAsked()
  return (
    <>
      <Overlay onClose={closeManualCopy}>
        {manualCopy !== null && <ManualCopyDialog text={manualCopy} onClose={closeManualCopy} />}
      </Overlay>
      <Overlay onClose={() => proofAsked?.answer(false)}>
        {proofAsked && <ProofDialog onAnswer={proofAsked.answer} />}
      </Overlay>
      <Overlay onClose={() => question?.answer(false)}>{question && <ConfirmDialog question={question} />}</Overlay>
    </>
  )
}
