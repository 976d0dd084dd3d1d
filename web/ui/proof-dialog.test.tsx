import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { granted, refused } from '../testing/answer-calls.ts'
import { inEachLanguage } from '../testing/languages.ts'
import { drawPersonalPage } from '../testing/personal-page.tsx'
import { screen, within } from '../testing/screen.ts'

/** The personal page in front of a server whose session is stale until the right password was given. */
const drawStale = async ({ password = true, user = {}, status = {} } = {}) => {
  let fresh = false
  const page = await drawPersonalPage({
    path: '/personal?tab=security',
    user,
    status,
    answers: {
      'GET /api/user/token': () =>
        fresh
          ? { body: granted('system-token') }
          : { status: 403, body: refused('Prove yourself', 'fresh_signin_needed') },
      'GET /api/user/proof': () => ({ body: granted({ fresh, password }) }),
      'POST /api/user/proof': ({ body }) => {
        fresh = (body as { password: string }).password === 'right'
        return { body: fresh ? granted(null) : refused('The current password is wrong', 'password_current_wrong') }
      },
    },
  })
  const generate = async () => {
    await page.user.click(screen.getByRole('button', { name: 'Generate' }))
    await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Generate' }))
  }
  return { ...page, generate }
}

describe('a call that wants a fresh sign-in', () => {
  inEachLanguage(
    'asks for the current password, stays while it is wrong, and is repeated once it is right',
    async () => {
      const { user, calls, generate } = await drawStale()
      await generate()
      const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
      const password = await dialog.findByLabelText('Current password')
      dialog.getByText('Enter your password to continue. You logged in a while ago.')
      await waitFor(() => expect(document.activeElement).toBe(password))
      await user.type(password, 'wrong')
      await user.click(dialog.getByRole('button', { name: 'Confirm' }))
      await dialog.findByText('The current password is wrong')
      await user.clear(dialog.getByLabelText('Current password'))
      await user.type(dialog.getByLabelText('Current password'), 'right')
      await user.click(dialog.getByRole('button', { name: 'Confirm' }))
      await screen.findByText('New access token copied')
      expect(calls.filter(({ path }) => path === '/api/user/token')).toHaveLength(2)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    },
  )

  it('does nothing and says why when nobody answers', async () => {
    const { user, calls, generate } = await drawStale()
    await generate()
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await screen.findByText('Prove yourself')
    expect(calls.filter(({ path }) => path === '/api/user/token')).toHaveLength(1)
  })

  inEachLanguage('offers the ways that are bound where there is no password, and none besides', async () => {
    const { user, generate } = await drawStale({
      password: false,
      user: { github_id: '7', oidc_id: 'sub', wechat_id: 'open' },
      status: { github_oauth: true, linuxdo_oauth: true, wechat_login: true },
    })
    await generate()
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.queryByLabelText('Current password')).toBeNull())
    dialog.getByText('Log in again to continue. You logged in a while ago.')
    const offered = dialog.getAllByRole('button').map(({ textContent }) => textContent ?? '')
    const names = ['GitHub', 'OIDC', 'LINUX DO', 'WeChat', '微信', 'Telegram']
    expect(names.filter((name) => offered.some((text) => text.includes(name)))).toHaveLength(2)
    await user.click(dialog.getByRole('button', { name: 'Close' }))
  })
})
