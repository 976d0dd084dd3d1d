import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#contract/user.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { EditUserDrawer } from './edit-user-drawer.tsx'
import { UsersPage } from './users-page.tsx'

const anna = sampleUser({ id: 11, username: 'anna', display_name: 'Anna' })

const answers = (rows: User[]): Parameters<typeof answerCalls>[0] => ({
  'GET /api/user/': () => ({ body: granted({ items: rows, page: 1, page_size: 10, total: rows.length }) }),
  'GET /api/group/': () => ({ body: granted(['default', 'vip']) }),
})

const open = async (rows: User[], others: Parameters<typeof answerCalls>[0] = {}) => {
  const calls = answerCalls({ ...answers(rows), ...others })
  const page = await renderPage(<UsersPage />, { areas: ['users'] })
  await screen.findByText(rows[0]?.display_name ?? '')
  return { ...page, calls }
}

const chooseFromMenu = async ({ user }: Awaited<ReturnType<typeof open>>, action: string) => {
  await user.click(screen.getByRole('button', { name: 'Actions for anna' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

beforeEach(() => rememberUser(sampleUser({ id: 1, username: 'root', role: 100 })))

describe('The users page', () => {
  it('shows who each one is, and offers nothing more for an account that was cancelled', async () => {
    await open([anna, sampleUser({ id: 12, username: 'gone', display_name: 'Gone', DeletedAt: 5, role: 7 })])
    expect(screen.getByText('Active')).toBeTruthy()
    expect(screen.getByText('Regular user')).toBeTruthy()
    expect(screen.getByText('Deleted')).toBeTruthy()
    expect(screen.getByText('Unknown role')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Actions for anna' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Actions for gone' })).toBeNull()
  })

  it('searches by keyword', async () => {
    const page = await open([anna])
    await page.user.type(screen.getByRole('searchbox', { name: 'Search by ID, name or email' }), 'ann')
    await waitFor(() =>
      expect(page.calls.some(({ path, query }) => path === '/api/user/' && query.keyword === 'ann')).toBe(true),
    )
    expect(page.router.state.location.search).toMatchObject({ keyword: 'ann' })
  })

  it('is followed while it is wanted: users are shown as they change, and those that come', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let rows = [anna]
    const { user, router, calls } = await open(rows, {
      'GET /api/user/': () => ({ body: granted({ items: rows, page: 1, page_size: 10, total: rows.length }) }),
    })
    await user.click(screen.getByRole('button', { name: 'Live' }))
    expect(router.state.location.search).toEqual({ live: 'on' })
    rows = [sampleUser({ id: 12, username: 'bertha', display_name: 'Bertha' }), { ...anna, request_count: 4711 }]
    await vi.advanceTimersByTimeAsync(5000)
    await screen.findByText('Bertha')
    expect(screen.getByText('4,711')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Live' }))
    expect(router.state.location.search).toEqual({})
    calls.length = 0
    await vi.advanceTimersByTimeAsync(20_000)
    expect(calls).toEqual([])
  })

  inEachLanguage('asks before it disables, and shows the status that the server answers', async () => {
    const page = await open([anna], {
      'POST /api/user/manage': () => ({ body: granted({ role: 1, status: 2 }) }),
    })
    page.calls.length = 0
    await chooseFromMenu(page, 'Ban')
    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByText('Ban “anna”?')).toBeTruthy()
    await page.user.click(within(dialog).getByRole('button', { name: 'Ban' }))
    await screen.findByText('“anna” banned')
    expect(page.calls.find(({ method }) => method === 'POST')?.body).toEqual({ id: 11, action: 'disable' })
  })

  inEachLanguage('gives a reason with a ban, and tells the user of it and of its end', async () => {
    const page = await open([anna], {
      'POST /api/user/manage': () => ({ body: granted({ role: 1, status: 2 }) }),
    })
    await chooseFromMenu(page, 'Ban')
    const dialog = await screen.findByRole('alertdialog')
    await page.user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), ' resold keys ')
    await page.user.click(within(dialog).getByRole('switch', { name: 'Tell the user, with the reason' }))
    await page.user.click(within(dialog).getByRole('button', { name: 'Ban' }))
    await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
    const sent = () => page.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
    await waitFor(() =>
      expect(sent()).toEqual([
        { id: 11, action: 'disable', reason: 'resold keys', tell: true },
        { id: 11, action: 'enable', tell: true },
      ]),
    )
  })

  inEachLanguage('takes a rank back at once, which is asked about when it is given', async () => {
    const rows = [{ ...anna }]
    const page = await open(rows, {
      'POST /api/user/manage': ({ body }) => {
        const role = JSON.stringify(body).includes('promote') ? 10 : 1
        rows[0] = { ...anna, role }
        return { body: granted({ role, status: 1 }) }
      },
    })
    await chooseFromMenu(page, 'Make admin')
    await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make admin' }))
    await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(page.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
        { id: 11, action: 'promote' },
        { id: 11, action: 'demote' },
      ]),
    )
  })

  inEachLanguage('cancels an account only when its name is typed, and keeps why', async () => {
    const page = await open([anna], {
      'POST /api/user/manage': () => ({ body: granted({ role: 1, status: 1 }) }),
    })
    await chooseFromMenu(page, 'Delete account')
    const dialog = await screen.findByRole('alertdialog')
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete account' })
    expect(button.disabled).toBe(true)
    await page.user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'asked for it')
    expect(button.disabled).toBe(true)
    await page.user.type(within(dialog).getByRole('textbox', { name: 'Type “anna” to confirm' }), 'anna')
    await page.user.click(button)
    await screen.findByText('Account “anna” deleted')
    expect(page.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      ...{ id: 11, action: 'delete', reason: 'asked for it' },
    })
  })

  it('says why an action was refused', async () => {
    const page = await open([anna], {
      'POST /api/user/manage': () => ({ body: refused('The user was changed in the meantime', 'user_changed') }),
    })
    await chooseFromMenu(page, 'Make admin')
    await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make admin' }))
    await screen.findByText('The user was changed in the meantime')
    expect(screen.getByText('Regular user')).toBeTruthy()
  })

  inEachLanguage('adds a user', async () => {
    const page = await open([anna], { 'POST /api/user/': () => ({ body: granted(anna) }) })
    await page.user.click(screen.getByRole('button', { name: 'Add user' }))
    const drawer = await screen.findByRole('dialog')
    await page.user.click(within(drawer).getByRole('button', { name: 'Add user' }))
    await within(drawer).findByText('Enter a username')
    expect(within(drawer).getByText('Enter a password')).toBeTruthy()
    const username = within(drawer).getByRole('textbox', { name: /^Username/ })
    const password = within(drawer).getByLabelText(/^Password/)
    await page.user.type(username, 'thirteen-long')
    await page.user.type(password, '1234567')
    await within(drawer).findByText('The username may have at most 12 characters')
    await within(drawer).findByText('Use at least 8 characters')
    await page.user.clear(username)
    await page.user.type(username, 'boris')
    await page.user.clear(password)
    await page.user.type(password, 'password1')
    await page.user.click(within(drawer).getByRole('button', { name: 'Add user' }))
    await screen.findByText('User created')
    expect(page.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      username: 'boris',
      display_name: '',
      password: 'password1',
    })
  })
})

describe('The form of a user', () => {
  const edit = async (others: Parameters<typeof answerCalls>[0]) => {
    const calls = answerCalls({ ...answers([anna]), ...others })
    const page = await renderPage(<EditUserDrawer user={anna} onClose={() => {}} />, { areas: ['users'] })
    return { ...page, calls, drawer: await screen.findByRole('dialog') }
  }

  inEachLanguage('sends nothing when nothing was changed', async () => {
    const { user, drawer, calls } = await edit({})
    await user.click(within(drawer).getByRole('button', { name: 'Save' }))
    await screen.findByText('No changes to save')
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false)
  })

  inEachLanguage('notes what others who look after the user should know', async () => {
    const { user, drawer, calls } = await edit({ 'PUT /api/user/': () => ({ body: granted(anna) }) })
    await user.type(within(drawer).getByRole('textbox', { name: /^Note/ }), 'Pays late{enter}Ask Ann')
    await user.click(within(drawer).getByRole('button', { name: 'Save' }))
    await screen.findByText('User updated')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ id: 11, note: 'Pays late\nAsk Ann' })
  })

  it('keeps what is noted of an administrator from himself', async () => {
    rememberUser(anna)
    const { drawer } = await edit({})
    expect(within(drawer).getByRole('textbox', { name: /^Display name/ })).toBeTruthy()
    expect(within(drawer).queryByRole('textbox', { name: /^Note/ })).toBeNull()
  })

  inEachLanguage('calls no group gone while the groups could not be loaded', async () => {
    const { drawer } = await edit({ 'GET /api/group/': () => ({ body: refused('The disk is full') }) })
    await within(drawer).findByText('The choices could not be loaded')
    expect(within(drawer).queryByText('This group no longer exists')).toBeNull()
  })

  inEachLanguage('takes quota away, and shows what is left before it does', async () => {
    const { user, drawer, calls } = await edit({ 'PUT /api/user/': () => ({ body: granted(anna) }) })
    await user.click(within(drawer).getByRole('button', { name: '-$10' }))
    expect(within(drawer).getByText('-$9.00')).toBeTruthy()
    expect(
      within(drawer).getByText(
        'The balance falls below zero: the user cannot send requests until it is positive again.',
      ),
    ).toBeTruthy()
    await user.type(within(drawer).getByRole('textbox', { name: /^Reason/ }), 'charged back')
    await user.click(within(drawer).getByRole('switch', { name: 'Tell the user, with the reason' }))
    await user.click(within(drawer).getByRole('button', { name: 'Save' }))
    await screen.findByText('User updated')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      id: 11,
      reason: 'charged back',
      tell: true,
      quota: -4_500_000,
      quota_before: 500_000,
      used_quota_before: 0,
    })
  })

  it('reads the balance again when it moved meanwhile, and keeps what was entered', async () => {
    const { user, drawer, calls } = await edit({
      'PUT /api/user/': () => ({ body: refused('The balance was credited in the meantime', 'user_quota_changed') }),
      'GET /api/user/11': () => ({ body: granted({ ...anna, quota: 1_500_000, display_name: 'Anne', group: 'vip' }) }),
    })
    await user.click(within(drawer).getByRole('button', { name: '+$1' }))
    await user.click(within(drawer).getByRole('button', { name: 'Save' }))
    await screen.findByText('The balance was credited in the meantime')
    await within(drawer).findByText('$4.00')
    await user.click(within(drawer).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2))
    // What others changed meanwhile is not written back.
    expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      ...{ id: 11, quota: 2_000_000, quota_before: 1_500_000, used_quota_before: 0 },
    })
  })

  it('sends no reason for an adjustment that was taken back', async () => {
    const { user, drawer, calls } = await edit({ 'PUT /api/user/': () => ({ body: granted(anna) }) })
    await user.click(within(drawer).getByRole('button', { name: '+$1' }))
    await user.type(within(drawer).getByRole('textbox', { name: /^Reason/ }), 'a gift')
    await user.click(within(drawer).getByRole('button', { name: '-$1' }))
    await user.click(within(drawer).getByRole('button', { name: 'Save' }))
    await screen.findByText('No changes to save')
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
  })
})
