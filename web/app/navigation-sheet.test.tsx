import { expect, it, vi } from 'vitest'
import { rememberUser } from '../lib/session.ts'
import { answerCalls, granted } from '../testing/answer-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import { sampleUser } from '../testing/sample-user.ts'
import { screen } from '../testing/screen.ts'
import { Overlay } from '../ui/overlay.tsx'
import { NavigationSheet } from './navigation-sheet.tsx'

const open = async (role: number) => {
  rememberUser(sampleUser({ role }))
  const calls = answerCalls({
    'GET /api/user/self': () => ({ body: granted(sampleUser({ role })) }),
    'GET /api/channel/': () => ({ body: granted({ items: [], page: 1, page_size: 1, total: 2 }) }),
  })
  const onClose = vi.fn()
  const { user } = await renderPage(
    <Overlay onClose={onClose}>
      <NavigationSheet onClose={onClose} />
    </Overlay>,
  )
  return { user, onClose, calls, balance: await screen.findByRole('link', { name: /^Wallet: / }) }
}

it('The navigation of a phone begins with what its header has no room for, and is gone when it was followed', async () => {
  const { user, onClose, balance } = await open(10)
  const stopped = await screen.findByRole('link', { name: '2 channels were disabled automatically' })
  expect(screen.getAllByRole('link').slice(0, 2)).toEqual([balance, stopped])
  expect(stopped.getAttribute('href')).toBe('/channel?status=3')
  await user.click(stopped)
  expect(onClose).toHaveBeenCalledOnce()
})

it('Whoever is no administrator finds the balance alone there', async () => {
  const { balance, calls } = await open(1)
  expect(screen.getAllByRole('link')[0]).toBe(balance)
  expect(calls.some(({ path }) => path.startsWith('/api/channel'))).toBe(false)
})
