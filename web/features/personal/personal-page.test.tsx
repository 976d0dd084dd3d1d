import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type SystemStatus, systemStatus } from '#contract/status.ts'
import type { User } from '#contract/users.ts'
import { currentUser, forgetUser, rememberUser } from '../../lib/session.ts'
import { currentStatus, loadStatus } from '../../lib/status.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { PersonalPage } from './personal-page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  forgetUser()
})

const models = Array.from({ length: 12 }, (_, index) => `model-${index + 1}`)

type Answers = Parameters<typeof answerCalls>[0]
type Wish = {
  user?: Partial<User>
  status?: Partial<SystemStatus>
  path?: string
  refusal?: string
  answers?: Answers
}

/** What a proxy says when there is nobody behind it. */
const broken = () => ({ status: 502, body: '<html></html>' })

const draw = async ({
  user: changes = {},
  status: statusChanges = {},
  path = '/personal',
  refusal,
  answers,
}: Wish = {}) => {
  const user = sampleUser(changes)
  rememberUser(user)
  const status = systemStatus.parse({ ...currentStatus(), check_in_enabled: true, ...statusChanges })
  let canCheckIn = true
  const outcome = () => ({ body: refusal === undefined ? granted(null) : refused(refusal) })
  const calls = answerCalls({
    'GET /api/status': () => ({ body: granted(status) }),
    'GET /api/user/self': () => ({ body: granted(user) }),
    'GET /api/user/models': () => ({ body: granted(models) }),
    'GET /api/user/aff': () => ({ body: granted('a1B2c3') }),
    'GET /api/user/check_in_status': () => ({ body: granted({ can_check_in: canCheckIn }) }),
    'POST /api/user/check_in': () => {
      canCheckIn = false
      return { body: granted({ quota: 1000 }) }
    },
    'POST /api/user/aff_transfer': outcome,
    'PUT /api/user/setting': outcome,
    'GET /api/verification': outcome,
    'GET /api/oauth/email/bind': outcome,
    'GET /api/oauth/wechat/bind': outcome,
    'GET /api/user/token': () => ({ body: granted('system-token') }),
    'PUT /api/user/self': () => ({ body: granted(null) }),
    'DELETE /api/user/self': () => ({ body: granted(null) }),
    ...answers,
  })
  await loadStatus()
  const page = await renderPage(<PersonalPage />, { path, areas: ['personal'] })
  await screen.findByText('@ada')
  return { ...page, calls }
}

describe('The personal page', () => {
  it('calls only the super admin an admin', async () => {
    await draw({ user: { role: 10 } })
    expect(screen.getByText('Ordinary user')).toBeTruthy()
  })

  it('folds more than ten models, and remembers when they were unfolded', async () => {
    const { user } = await draw()
    expect(await screen.findByText('model-10')).toBeTruthy()
    expect(screen.queryByText('model-11')).toBeNull()
    await user.click(screen.getByText('model-10'))
    await screen.findByText('Copied: model-10')
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
    await user.type(dialog.getByLabelText(/^New password/), 'short')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    await dialog.findByText('Password length must not be less than 8')
    await dialog.findByText('The two passwords do not match')
    await user.clear(dialog.getByLabelText(/^New password/))
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
    dialog.getByText('Please enter your account name to confirm deletion. This cannot be undone.')
    await user.type(dialog.getByLabelText('Type ada to confirm'), 'ada')
    await user.click(dialog.getByRole('button', { name: 'Delete account' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    await screen.findByText('Account deleted')
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(true)
    expect(currentUser()).toBeNull()
  })

  it('makes an access token after asking, copies it and shows it once', async () => {
    const { user } = await draw()
    await user.click(screen.getByRole('button', { name: 'Generate' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Generate' }))
    await screen.findByText('Token reset and copied')
    expect(await navigator.clipboard.readText()).toBe('system-token')
    expect(screen.getByText('system-token')).toBeTruthy()
  })

  it('has no way to delete the super admin', async () => {
    await draw({ user: { role: 100 } })
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
  })
})

describe('The daily check-in', () => {
  it('tells what it brought, and rests until the next day', async () => {
    const { user } = await draw()
    await user.click(await screen.findByRole('button', { name: 'Check in now' }))
    await screen.findByText('Check-in success, you got $0.002')
    expect(await screen.findByRole('button', { name: 'Already checked in today' })).toHaveProperty('disabled', true)
  })

  it('says so when it failed', async () => {
    const { user } = await draw({ answers: { 'POST /api/user/check_in': broken } })
    await user.click(await screen.findByRole('button', { name: 'Check in now' }))
    await screen.findByText('Check-in failed, please try again later')
  })

  it('is not there where it is turned off', async () => {
    await draw({ status: { check_in_enabled: false } })
    expect(screen.queryByText('Daily check-in')).toBeNull()
  })
})

describe('Inviting others', () => {
  it('gives a link with the own code', async () => {
    await draw({ status: { server_address: 'https://gate.example.com' } })
    const link = 'https://gate.example.com/register?aff=a1B2c3'
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Invite link').value).toBe(link))
  })

  it('moves earnings to the balance, a dollar at least and no more than there is', async () => {
    const { user, calls } = await draw({ user: { aff_quota: 600_000 } })
    await user.click(screen.getByRole('button', { name: 'Transfer' }))
    const dialog = within(await screen.findByRole('dialog'))
    const amount = dialog.getByLabelText(/^Quota to transfer/)
    const enter = async (text: string) => {
      await user.clear(amount)
      await user.type(amount, text)
      await user.click(dialog.getByRole('button', { name: 'Transfer' }))
    }
    await enter('499999')
    await dialog.findByText('Transfer amount minimum is $1.00')
    await enter('600001')
    await dialog.findByText('You do not have that much to transfer')
    await enter('500000')
    await screen.findByText('Transferred to your balance')
    expect(calls.find(({ path }) => path === '/api/user/aff_transfer')?.body).toEqual({ quota: 500_000 })
  })
})

describe('Account bindings', () => {
  it('offers what the operator has turned on', async () => {
    await draw({ user: { github_id: '4711' }, status: { github_oauth: true, oidc_enabled: true } })
    expect(screen.getByText('4711')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Bind: GitHub' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Bind: OIDC' })).toHaveProperty('disabled', false)
    expect(screen.getByRole('button', { name: 'Not enabled: Telegram' })).toHaveProperty('disabled', true)
  })

  it('binds an email address with the code that was mailed to it', async () => {
    const { user, calls } = await draw()
    await user.click(screen.getByRole('button', { name: 'Bind: Email' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Bind' }))
    await dialog.findByText('Please enter email')
    await dialog.findByText('Please enter email verification code')
    await user.type(dialog.getByLabelText(/^Email \*/), 'ada@example.com')
    await user.click(dialog.getByRole('button', { name: 'Get code' }))
    expect(await dialog.findByRole('button', { name: /^(30|29) s$/ })).toHaveProperty('disabled', true)
    await user.type(dialog.getByLabelText(/^Email verification code/), '123456')
    await user.click(dialog.getByRole('button', { name: 'Bind' }))
    await screen.findByText('Email bound')
    expect(calls.find(({ path }) => path === '/api/oauth/email/bind')?.query).toEqual({
      email: 'ada@example.com',
      code: '123456',
    })
  })

  it('binds WeChat with the code of the official account', async () => {
    const { user, calls } = await draw({ status: { wechat_login: true } })
    await user.click(screen.getByRole('button', { name: 'Bind: WeChat' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Verification code'), ' 4321 ')
    await user.click(dialog.getByRole('button', { name: 'Bind' }))
    await screen.findByText('WeChat bound')
    expect(calls.find(({ path }) => path === '/api/oauth/wechat/bind')?.query).toEqual({ code: '4321' })
  })
})

describe('The preferences', () => {
  const stored = { notify_type: 'email', quota_warning_threshold: 500_000, webhook_secret_set: true }
  const save = 'Save settings'

  it('sends only what was changed, and says so when nothing was', async () => {
    const { user, calls } = await draw({ user: { setting: JSON.stringify(stored) } })
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('You seem not to have changed anything')
    await user.click(screen.getByRole('button', { name: '$2.00' }))
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Settings saved')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ quota_warning_threshold: 1_000_000 })
  })

  it('suggests a threshold to whoever has none', async () => {
    const { user, calls } = await draw()
    expect(screen.getByText(/Worth \$0.20. Until you save it/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Settings saved')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ quota_warning_threshold: 100_000 })
  })

  it('wants an https address for a webhook, and keeps the secret that is there', async () => {
    const { user, calls } = await draw({ user: { setting: JSON.stringify(stored) } })
    await user.click(screen.getByLabelText('Webhook'))
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Please enter the webhook address')
    const address = screen.getByLabelText(/^Webhook address/)
    await user.type(address, 'http://hooks.example.com/a')
    await screen.findByText('The address must start with https://')
    await user.clear(address)
    await user.type(address, 'https://hooks.example.com/a')
    expect(screen.getByLabelText<HTMLInputElement>(/^Webhook secret/).placeholder).toBe('Set. Type to replace it')
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Settings saved')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      notify_type: 'webhook',
      webhook_url: 'https://hooks.example.com/a',
    })
  })

  it('removes the secret of a webhook when asked to', async () => {
    const setting = { ...stored, notify_type: 'webhook', webhook_url: 'https://hooks.example.com/a' }
    const { user, calls } = await draw({ user: { setting: JSON.stringify(setting) } })
    await user.click(screen.getByRole('button', { name: 'Remove secret' }))
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Settings saved')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ webhook_secret: '' })
  })

  it('keeps its tab in the address, and accepts models without a price on the second', async () => {
    const { user, calls, router } = await draw({ user: { setting: JSON.stringify(stored) } })
    await user.click(screen.getByRole('tab', { name: 'Price settings' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'price' }))
    await user.click(screen.getByRole('switch', { name: 'Accept calls to models without a price' }))
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Settings saved')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ accept_unset_model_ratio_model: true })
  })

  it('says so when they could not be saved', async () => {
    const { user } = await draw({ answers: { 'PUT /api/user/setting': broken } })
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('Notification settings update failed')
  })

  it('shows why the server declined', async () => {
    const { user } = await draw({ refusal: 'The webhook address must be a public https:// address' })
    await user.click(screen.getByRole('button', { name: save }))
    await screen.findByText('The webhook address must be a public https:// address')
  })
})
