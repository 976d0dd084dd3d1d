import type { ErrorComponentProps } from '@tanstack/react-router'
import { useText } from '../lib/i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'

/** In place of a page that failed while loading or drawing; the rest of the console stays usable. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const t = useText()
  return <ErrorState title={t('errorPage')} error={error} onRetry={reset} />
}
