import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Failure, forgive, reloadIfReplaced } from '../ui/boundary.tsx'

/** In place of a page that failed while loading or drawing; the rest of the console stays usable. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => void reloadIfReplaced(error), [error])
  const tryAgain = () => {
    forgive(error)
    void router.invalidate()
  }
  return <Failure error={error} onRetry={tryAgain} />
}
