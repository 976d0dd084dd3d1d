import { useText } from '../lib/i18n.ts'
import type { Known } from '../lib/known.ts'
import { ErrorLine } from './error-state.tsx'

/** Below a control whose choices have not come: they are no empty list. */
export function ChoicesNote({ choices }: { choices: Known<unknown> }) {
  const t = useText()
  if (choices.state !== 'failed') return null
  return <ErrorLine className="mt-1" title={t('choicesFailed')} onRetry={choices.retry} />
}
