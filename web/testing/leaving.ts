import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { renderPage } from './render-page.tsx'
import { screen } from './screen.ts'

type Page = Pick<Awaited<ReturnType<typeof renderPage>>, 'router' | 'user'>

/** Goes elsewhere, and tells whether that was asked about; if so, it stays. */
export const asksToLeave = async ({ router, user }: Page): Promise<boolean> => {
  const stay = () => screen.queryByRole('button', { name: 'Keep editing' })
  const { pathname } = router.history.location
  router.history.push('/elsewhere')
  const hasLeft = () => router.history.location.pathname === '/elsewhere'
  await waitFor(() => expect(hasLeft() || stay() !== null).toBe(true))
  if (hasLeft()) return false
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(stay()).toBeNull())
  expect(router.history.location.pathname).toBe(pathname)
  return true
}

/** What is being saved is asked about no more, and not yet known to be saved: ends when it is. */
export const savingEnds = () => waitFor(() => expect(document.querySelector('button[aria-busy="true"]')).toBeNull())

/** Whether the browser would ask before it closes the tab. */
export const asksToClose = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
