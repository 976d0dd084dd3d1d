import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { inEachLanguage } from '../../testing/languages.ts'
import { asksToLeave, savingEnds } from '../../testing/leaving.ts'
import { broken, drawPersonalPage as draw } from '../../testing/personal-page.tsx'
import { screen } from '../../testing/screen.ts'
import { said } from '../../testing/wordings.ts'

describe('The preferences', () => {
  const stored = { notify_type: 'email', quota_warning_threshold: 500_000, webhook_secret_set: true }
  const save = 'Save settings'

  inEachLanguage('sends only what was changed, and says so when nothing was', async () => {
    const { user, calls } = await draw({
      path: '/personal?tab=notification',
      user: { setting: JSON.stringify(stored) },
    })
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('No changes to save')
    await user.click(screen.getByRole('button', { name: '$2.00' }))
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Saved')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ quota_warning_threshold: 1_000_000 })
  })

  it('tells whoever has no threshold the one of the site, and does not make it his', async () => {
    const { user, calls } = await draw({ path: '/personal?tab=notification', status: { quota_remind_threshold: 2500 } })
    expect(screen.getByText(/^≈ \$0\.005, the default of this site\./)).toBeTruthy()
    // Typed as amounts are shown.
    const field = screen.getByRole('textbox', { name: /^Low-balance alert/ }) as HTMLInputElement
    expect(field.value).toBe('0.005')
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('No changes to save')
    await user.click(screen.getByRole('button', { name: '$0.20' }))
    expect(screen.getByText(/^≈ \$0\.20\. You are notified once/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Saved')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ quota_warning_threshold: 100_000 })
  })

  it('wants an https address for a webhook, and keeps the secret that is there', async () => {
    const { user, calls } = await draw({
      path: '/personal?tab=notification',
      user: { setting: JSON.stringify(stored) },
    })
    await user.click(screen.getByLabelText('Webhook'))
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Enter the webhook address')
    const address = screen.getByLabelText(/^Webhook address/)
    await user.type(address, 'http://hooks.example.com/a')
    await screen.findByText('The address must start with https://')
    await user.clear(address)
    await user.type(address, 'https://hooks.example.com/a')
    expect(screen.getByLabelText<HTMLInputElement>(/^Webhook secret/).placeholder).toBe(said('Set. Type to replace it'))
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Saved')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      notify_type: 'webhook',
      webhook_url: 'https://hooks.example.com/a',
    })
  })

  it('sends no secret that was typed for a webhook to whoever goes back to email', async () => {
    const { user, calls } = await draw({
      path: '/personal?tab=notification',
      user: { setting: JSON.stringify(stored) },
    })
    await user.click(screen.getByLabelText('Webhook'))
    await user.type(screen.getByLabelText(/^Webhook secret/), 'no header word: ü')
    await user.click(screen.getByLabelText('Email'))
    await user.click(screen.getByRole('button', { name: '$2.00' }))
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Saved')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ quota_warning_threshold: 1_000_000 })
  })

  it('removes the secret of a webhook when asked to', async () => {
    const setting = { ...stored, notify_type: 'webhook', webhook_url: 'https://hooks.example.com/a' }
    const { user, calls } = await draw({
      path: '/personal?tab=notification',
      user: { setting: JSON.stringify(setting) },
    })
    await user.click(screen.getByRole('button', { name: 'Remove secret' }))
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Saved')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ webhook_secret: '' })
  })

  it('keeps its tab in the address, and accepts models without a price on that of prices', async () => {
    const { user, calls, router } = await draw({
      path: '/personal?tab=notification',
      user: { setting: JSON.stringify(stored) },
    })
    await user.click(screen.getByRole('tab', { name: 'Prices' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'price' }))
    await user.click(screen.getByRole('switch', { name: 'Accept requests to models without a price' }))
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Saved')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ accept_unset_model_ratio_model: true })
  })

  inEachLanguage('says so when they could not be saved', async () => {
    const { user } = await draw({ path: '/personal?tab=notification', answers: { 'PUT /api/user/setting': broken } })
    await user.click(screen.getByRole('button', { name: '$2.00' }))
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Couldn’t save the notification settings')
  })

  it('shows why the server declined', async () => {
    const { user } = await draw({
      path: '/personal?tab=notification',
      refusal: 'The webhook address must be a public https:// address',
    })
    await user.click(screen.getByRole('button', { name: '$2.00' }))
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('The webhook address must be a public https:// address')
  })

  it('are asked about before the page is left while they are not saved', async () => {
    const page = await draw({ path: '/personal?tab=notification' })
    await page.user.click(screen.getByRole('button', { name: '$2.00' }))
    expect(await asksToLeave(page)).toBe(true)
    await page.user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Saved')
    await savingEnds()
    expect(await asksToLeave(page)).toBe(false)
  })

  it('are left without a question while nothing was changed', async () => {
    const page = await draw({ path: '/personal?tab=notification', user: { setting: JSON.stringify(stored) } })
    expect(await asksToLeave(page)).toBe(false)
  })
})
