import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { currentUser } from '../../lib/session.ts'
import { granted } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { asksToLeave, savingEnds } from '../../testing/leaving.ts'
import { broken, drawPersonalPage as draw } from '../../testing/personal-page.tsx'
import { screen, within } from '../../testing/screen.ts'
import { said } from '../../testing/wordings.ts'

describe('The personal page', () => {
  it('calls only the super admin an admin', async () => {
    await draw({ user: { role: 10 } })
    expect(screen.getByText('Regular user')).toBeTruthy()
  })

  inEachLanguage('keeps its tab in the address, and what was typed on another', async () => {
    const { user, router } = await draw()
    await user.type(screen.getByRole('textbox', { name: 'Display name' }), ' L')
    await user.click(screen.getByRole('tab', { name: 'Security' }))
    await screen.findByRole('button', { name: 'Delete account' })
    expect(router.state.location.search).toEqual({ tab: 'security' })
    expect(screen.queryByRole('textbox', { name: 'Display name' })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Invitations' }))
    await screen.findByRole('textbox', { name: 'Invite link' })
    await user.click(screen.getByRole('tab', { name: 'Account' }))
    expect(router.state.location.search).toEqual({})
    expect(await screen.findByRole('textbox', { name: 'Display name' })).toHaveProperty('value', 'Ada L')
  })

  it('asks before a typed display name is left behind, and no more once it is saved', async () => {
    const page = await draw()
    await page.user.type(screen.getByRole('textbox', { name: 'Display name' }), ' L')
    expect(await asksToLeave(page)).toBe(true)
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(() => page.calls.some(({ method }) => method === 'PUT')).toBe(true)
    await screen.findByText('Ada L')
    await savingEnds()
    expect(await asksToLeave(page)).toBe(false)
  })

  it('is left without a question while nothing was typed', async () => {
    expect(await asksToLeave(await draw())).toBe(false)
  })

  it('asks nothing more of whoever deleted the account it was typed for', async () => {
    const { user, router } = await draw()
    await user.type(screen.getByRole('textbox', { name: 'Display name' }), ' L')
    await user.click(screen.getByRole('tab', { name: 'Security' }))
    await user.click(await screen.findByRole('button', { name: 'Delete account' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.type(within(dialog).getByRole('textbox'), 'ada')
    await user.click(within(dialog).getByRole('button', { name: 'Delete account' }))
    await expect.poll(() => router.state.location.pathname).toBe('/login')
    expect(screen.queryByRole('button', { name: 'Keep editing' })).toBeNull()
  })

  inEachLanguage('folds more than ten models, and remembers when they were unfolded', async () => {
    const { user } = await draw()
    expect(await screen.findByText('model-10')).toBeTruthy()
    expect(screen.queryByText('model-11')).toBeNull()
    await user.click(screen.getByText('model-10'))
    await screen.findByText('Copied: model-10')
    await user.click(screen.getByRole('button', { name: 'Show all 12' }))
    expect(screen.getByText('model-12')).toBeTruthy()
    expect(localStorage.getItem('personal-models-expanded')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Show less' }))
    expect(screen.queryByText('model-11')).toBeNull()
  })

  inEachLanguage('changes the display name, and says so when nothing was changed', async () => {
    const { user, calls } = await draw()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('No changes to save')).toBeTruthy()
    await user.type(screen.getByLabelText('Display name'), ' L')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('User updated')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ display_name: 'Ada L' })
    expect(currentUser()?.display_name).toBe('Ada L')
  })

  inEachLanguage('changes the password with the current one as proof', async () => {
    const { user, calls } = await draw({ path: '/personal?tab=security' })
    await user.click(await screen.findByRole('button', { name: 'Change password' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/^Current password/), 'old-password')
    await user.type(dialog.getByLabelText(/^New password/), 'short')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    await dialog.findByText('Use at least 8 characters')
    // Nothing does not differ from what was typed: it is missing.
    await dialog.findByText('Enter the password again')
    await user.type(dialog.getByLabelText(/^Confirm new password/), 'sho')
    await dialog.findByText('The two passwords do not match')
    await user.clear(dialog.getByLabelText(/^Confirm new password/))
    await user.clear(dialog.getByLabelText(/^New password/))
    await user.type(dialog.getByLabelText(/^New password/), 'new-password')
    await user.type(dialog.getByLabelText(/^Confirm new password/), 'new-password')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Password changed')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      original_password: 'old-password',
      password: 'new-password',
    })
  })

  inEachLanguage('sets a first password for whoever has none', async () => {
    const { user, calls } = await draw({
      path: '/personal?tab=security',
      answers: { 'GET /api/user/proof': () => ({ body: granted({ fresh: true, password: false }) }) },
    })
    await user.click(await screen.findByRole('button', { name: 'Set a password' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByLabelText(/^Current password/)).toBeNull()
    await user.type(dialog.getByLabelText(/^New password/), 'new-password')
    await user.type(dialog.getByLabelText(/^Confirm new password/), 'new-password')
    await user.click(dialog.getByRole('button', { name: 'Set a password' }))
    await screen.findByText('Password set')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ password: 'new-password' })
  })

  inEachLanguage('deletes the account only when its name was typed', async () => {
    const { user, calls, router } = await draw({ path: '/personal?tab=security' })
    await user.click(screen.getByRole('button', { name: 'Delete account' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    dialog.getByText('Enter your username to confirm. This cannot be undone.')
    await user.type(dialog.getByLabelText('Type “ada” to confirm'), 'ada')
    await user.click(dialog.getByRole('button', { name: 'Delete account' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    await screen.findByText('Account deleted')
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(true)
    expect(currentUser()).toBeNull()
  })

  inEachLanguage('makes an access token after asking, copies it and shows it once', async () => {
    const { user } = await draw({ path: '/personal?tab=security' })
    await user.click(screen.getByRole('button', { name: 'Generate' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Generate' }))
    await screen.findByText('New access token copied')
    expect(await navigator.clipboard.readText()).toBe('system-token')
    expect(screen.getByText('system-token')).toBeTruthy()
  })

  it('has no way to delete the super admin', async () => {
    await draw({ path: '/personal?tab=security', user: { role: 100 } })
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
  })
})

describe('The daily check-in', () => {
  inEachLanguage('does not say that it was done today when it only cannot be done', async () => {
    await draw({
      user: { role: 100 },
      answers: {
        'GET /api/user/check_in_status': () => ({ body: granted({ can_check_in: false, checked_in: false }) }),
      },
    })
    expect(await screen.findByRole('button', { name: 'Check in now' })).toHaveProperty('disabled', true)
    expect(screen.queryByText('Already checked in today')).toBeNull()
    await screen.findByText('How much a check-in brings is not set yet.', { exact: false })
    expect(screen.getByRole('link', { name: 'Open the setting' }).getAttribute('href')).toBe(
      '/setting?keyword=CheckInQuota',
    )
  })

  inEachLanguage('tells what it brought, and rests until the next day', async () => {
    const { user } = await draw()
    await user.click(await screen.findByRole('button', { name: 'Check in now' }))
    await screen.findByText('Checked in: $0.002 added to your balance')
    expect(await screen.findByRole('button', { name: 'Already checked in today' })).toHaveProperty('disabled', true)
  })

  inEachLanguage('says so when it failed', async () => {
    const { user } = await draw({ answers: { 'POST /api/user/check_in': broken } })
    await user.click(await screen.findByRole('button', { name: 'Check in now' }))
    await screen.findByText('Couldn’t check in. Try again later.')
  })

  it('is not there where it is turned off', async () => {
    await draw({ status: { check_in_enabled: false } })
    expect(screen.queryByText('Daily check-in')).toBeNull()
  })
})

describe('Inviting others', () => {
  inEachLanguage('gives a link with the own code, and copies it', async () => {
    const { user } = await draw({
      path: '/personal?tab=invitation',
      status: { server_address: 'https://gate.example.com' },
    })
    const link = 'https://gate.example.com/register?aff=a1B2c3'
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Invite link').value).toBe(link))
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    await screen.findByText('Invite link copied')
    expect(await navigator.clipboard.readText()).toBe(link)
  })

  inEachLanguage('moves earnings to the balance, a dollar at least and no more than there is', async () => {
    const { user, calls } = await draw({ path: '/personal?tab=invitation', user: { aff_quota: 600_000 } })
    await user.click(screen.getByRole('button', { name: 'Transfer' }))
    const dialog = within(await screen.findByRole('dialog'))
    const amount = dialog.getByLabelText(/^Quota to transfer/)
    const enter = async (text: string) => {
      await user.clear(amount)
      await user.type(amount, text)
      await user.click(dialog.getByRole('button', { name: 'Transfer' }))
    }
    await enter('0.99')
    await dialog.findByText('The minimum transfer is $1.00')
    await enter('1.21')
    await dialog.findByText('Not enough invitation earnings')
    await enter('1')
    await screen.findByText('Transferred to your balance')
    expect(calls.find(({ path }) => path === '/api/user/aff_transfer')?.body).toEqual({ quota: 500_000 })
  })
})

describe('Connected accounts', () => {
  it('offers what the operator has turned on', async () => {
    await draw({ user: { github_id: '4711', wechat_id: 'open-1' }, status: { oidc_enabled: true } })
    expect(screen.getByText('4711')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Connect: GitHub' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Connect: OIDC' })).toHaveProperty('disabled', false)
    expect(screen.getByRole('button', { name: 'Not enabled: WeChat' })).toHaveProperty('disabled', true)
    expect(screen.queryByText('Telegram')).toBeNull()
  })

  inEachLanguage('binds an email address with the code that was mailed to it', async () => {
    const { user, calls } = await draw()
    await user.click(screen.getByRole('button', { name: 'Connect: Email' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Connect' }))
    await dialog.findByText('Enter your email address')
    await dialog.findByText('Enter the code from the email')
    await user.type(dialog.getByLabelText(/^Email \*/), 'ada@example.com')
    await user.click(dialog.getByRole('button', { name: 'Get code' }))
    expect(
      await dialog.findByRole('button', {
        name: (name) => [said('Resend in 30 s'), said('Resend in 29 s')].includes(name),
      }),
    ).toHaveProperty('disabled', true)
    await user.type(dialog.getByLabelText(/^Email verification code/), '123456')
    await user.click(dialog.getByRole('button', { name: 'Connect' }))
    await screen.findByText('Email connected')
    expect(calls.find(({ path }) => path === '/api/oauth/email/bind')?.query).toEqual({
      email: 'ada@example.com',
      code: '123456',
    })
  })

  inEachLanguage('changes the WeChat account that is bound', async () => {
    const { user } = await draw({ status: { wechat_login: true }, user: { wechat_id: 'open-1' } })
    await user.click(screen.getByRole('button', { name: 'Change: WeChat' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Verification code'), '4321')
    await user.click(dialog.getByRole('button', { name: 'Connect' }))
    await screen.findByText('WeChat connected')
  })

  inEachLanguage('says before anybody waits that no mail will come', async () => {
    await draw({ status: { mail_enabled: false } })
    expect(screen.getByRole('button', { name: 'Not enabled: Email' })).toHaveProperty('disabled', true)
    // Beside the button, and among the notifications.
    expect(screen.getAllByText('Email is not set up on this site.')).toHaveLength(2)
  })

  inEachLanguage('binds WeChat with the code of the official account', async () => {
    const { user, calls } = await draw({ status: { wechat_login: true } })
    await user.click(screen.getByRole('button', { name: 'Connect: WeChat' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Verification code'), ' 4321 ')
    await user.click(dialog.getByRole('button', { name: 'Connect' }))
    await screen.findByText('WeChat connected')
    expect(calls.find(({ path }) => path === '/api/oauth/wechat/bind')?.query).toEqual({ code: '4321' })
  })

  inEachLanguage('says of what could not be loaded that it could not, and asks again', async () => {
    const { user, calls } = await draw({
      answers: {
        'GET /api/user/aff': broken,
        'GET /api/user/check_in_status': broken,
        'GET /api/user/proof': broken,
      },
    })
    const askAgain = async (path: string) => {
      const retry = within(await screen.findByRole('tabpanel')).findByRole('button', { name: 'Try again' })
      const before = calls.filter((each) => each.path === path).length
      await user.click(await retry)
      expect(calls.filter((each) => each.path === path)).toHaveLength(before + 1)
    }
    await askAgain('/api/user/check_in_status')
    await user.click(screen.getByRole('tab', { name: 'Security' }))
    await askAgain('/api/user/proof')
    expect(screen.getByRole('button', { name: 'Change password' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('tab', { name: 'Invitations' }))
    await askAgain('/api/user/aff')
  })
})
