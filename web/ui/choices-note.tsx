import { useText } from '../lib/i18n.ts'
import type { Known } from '../lib/known.ts'
import { Button } from './button.tsx'

/** Below a control whose choices have not come: they are no empty list. */
export function ChoicesNote({ choices }: { choices: Known<unknown> }) {
  const t = useText()
  if (choices.state !== 'failed') return null
  return (
    <p role="alert" className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-bad">
      {t('choicesFailed')}
      <Button variant="link" size="inline" className="text-xs" onClick={choices.retry}>
        {t('retry')}
      </Button>
    </p>
  )
}
