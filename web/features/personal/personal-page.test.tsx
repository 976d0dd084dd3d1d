import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { currentUser, forgetUser, rememberUser } from '../../lib/session.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { PersonalPage } from './personal-page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  forgetUser()
})

const models = Array.from({ length: 12 }, (_, index) => `model-${index + 1}`)

const draw = async (role = 1) => {
  const user = sampleUser({ role })
  rememberUser(user)
  const calls = answerCalls({
    'GET /api/user/self': () => ({ body: granted(user) }),
    'GET /api/user/models': () => ({ body: granted(models) }),
    'PUT /api/user/self': () => ({ body: granted(null) }),
    'DELETE /api/user/self': () => ({ body: granted(null) }),
  })
  const page = await renderPage(<PersonalPage />, { path: '/personal', areas: ['personal'] })
  await screen.findByText('@ada')
  return { ...page, calls }
}

describe('The personal page', () => {
  it('calls only the super admin an admin', async () => {
    await draw(10)
    expect(screen.getByText('Ordinary user')).toBeTruthy()
  })

  it('folds more than ten models, and remembers when they were unfolded', async () => {
    const { user } = await draw()
    expect(await screen.findByText('model-10')).toBeTruthy()
    expect(screen.queryByText('model-11')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show all 12' }))
    expect(screen.getByText('model-12')).toBeTruthy()
    expect(localStorage.getItem('personal-models-expanded')).toBe('true')
  })

  it('changes the display name, and says so when nothing was changed', async () => {
    const { user, calls } = await draw()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('You seem not to have changed anything')).toBeTruthy()
    await user.type(screen.getByLabelText('Display name'), ' L')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('User updated')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ display_name: 'Ada L' })
    expect(currentUser()?.display_name).toBe('Ada L')
  })

  it('changes the password with the current one as proof', async () => {
    const { user, calls } = await draw()
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/^Current password/), 'old-password')
    await user.type(dialog.getByLabelText(/^New password/), 'new-password')
    await user.type(dialog.getByLabelText(/^Confirm new password/), 'new-password')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Password changed')
    expect(calls.at(-1)?.body).toEqual({ original_password: 'old-password', password: 'new-password' })
  })

  it('deletes the account only when its name was typed', async () => {
    const { user, calls, router } = await draw()
    await user.click(screen.getByRole('button', { name: 'Delete account' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.type(dialog.getByLabelText('Type ada to confirm'), 'ada')
    await user.click(dialog.getByRole('button', { name: 'Delete account' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(true)
    expect(currentUser()).toBeNull()
  })

  it('has no way to delete the super admin', async () => {
    await draw(100)
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
  })
})
