import { fireEvent, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetUser, rememberUser } from '../../lib/session.ts'
import { currentStatus, loadStatus } from '../../lib/status.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { ChatPage } from './chat-page.tsx'
import { ChatRedirectPage } from './chat-redirect-page.tsx'

type Chats = Record<string, string>[]

const open = async (page: ReactNode, chats: Chats, statuses: number[]) => {
  const items = statuses.map((status, index) => ({ id: index, status, key: `key${index}` }))
  const calls = answerCalls({
    'GET /api/status': () => ({
      body: granted({ ...currentStatus(), chats, server_address: 'https://gate.example/' }),
    }),
    'GET /api/token/': () => ({ body: granted({ items, page: 1, page_size: 100, total: items.length }) }),
  })
  await loadStatus()
  return { ...(await renderPage(page, { path: '/chat', areas: ['chat'] })), calls }
}

beforeEach(() => rememberUser(sampleUser()))

describe('The chat page', () => {
  it('shows the chat with the first token that is enabled', async () => {
    const { calls } = await open(<ChatPage />, [{ Next: 'https://app.example/?k={key}&u={address}' }], [2, 1, 1])
    const frame = await screen.findByTitle('Chat')
    expect(frame.getAttribute('src')).toBe('https://app.example/?k=sk-key1&u=https%3A%2F%2Fgate.example')
    expect(calls.find(({ path }) => path === '/api/token/')?.query).toEqual({ p: '0', size: '100' })
  })

  inEachLanguage('says that it leads there until the chat is here', async () => {
    await open(<ChatPage />, [{ Next: 'https://app.example/?k={key}' }], [1])
    const frame = await screen.findByTitle('Chat')
    screen.getByText('Redirecting…')
    fireEvent.load(frame)
    expect(screen.queryByText('Redirecting…')).toBeNull()
  })

  inEachLanguage('opens an application, and offers to open it where nothing came of that', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    await open(<ChatPage />, [{ Next: 'opencat://team/join?token={key}' }], [1])
    const door = await screen.findByRole('link', { name: 'Open the app' })
    expect(door.getAttribute('href')).toBe('opencat://team/join?token=sk-key0')
    expect(assign).toHaveBeenCalledExactlyOnceWith('opencat://team/join?token=sk-key0')
  })

  inEachLanguage('leads to the tokens when none is enabled, after saying so', async () => {
    const { router } = await open(<ChatPage />, [{ Next: 'https://app.example/{key}' }], [2, 3])
    await screen.findByText('You have no enabled API token. Create or enable one first.')
    expect(router.state.location.pathname).toBe('/chat')
    await waitFor(() => expect(router.state.location.pathname).toBe('/token'))
  })

  const says = async (text: string, chats: Chats) => {
    await open(<ChatPage />, chats, [1])
    await screen.findByText(text)
    expect(screen.queryByTitle('Chat')).toBeNull()
  }

  inEachLanguage('says that there are no links', () => says('No chat links are set up. Contact the admin.', []))
  inEachLanguage('says that a link cannot be read', () => says('The chat data could not be read', [{}]))
  inEachLanguage('says that a link leads nowhere', () =>
    says('The chat link is misconfigured. Contact the admin.', [{ Next: 'nowhere' }]),
  )
})

describe('The chat page of those who are not signed in', () => {
  beforeEach(forgetUser)

  it('shows a chat that wants no key', async () => {
    const { calls } = await open(<ChatPage />, [{ Next: 'https://app.example/?u={address}' }], [])
    const frame = await screen.findByTitle('Chat')
    expect(frame.getAttribute('src')).toBe('https://app.example/?u=https%3A%2F%2Fgate.example')
    expect(calls.some(({ path }) => path === '/api/token/')).toBe(false)
  })

  it('asks them to sign in for one that does, and stays where it is', async () => {
    const { router } = await open(<ChatPage />, [{ Next: 'https://app.example/{key}' }], [])
    await screen.findByText('This chat opens with one of your API tokens. Log in to use it.')
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
    expect(router.state.location.pathname).toBe('/chat')
  })
})

describe('The chat page of the super admin', () => {
  it('leads to the setting that is missing', async () => {
    rememberUser(sampleUser({ role: 100 }))
    await open(<ChatPage />, [], [1])
    await screen.findByText('No chat links are configured yet')
    expect(screen.getByRole('link', { name: 'Open the setting' }).getAttribute('href')).toBe('/setting?keyword=Chats')
  })
})

describe('The way to the chat', () => {
  inEachLanguage('leaves for the first chat', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    await open(<ChatRedirectPage />, [{ Next: 'https://app.example/{key}' }], [1])
    await screen.findByText('Redirecting…')
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://app.example/sk-key0'))
  })
})
