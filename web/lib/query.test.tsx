import { MutationObserver, onlineManager, useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { audit } from '#contract/audit.ts'
import { channels } from '#contract/channels.ts'
import { session } from '#contract/session.ts'
import { tokens } from '#contract/tokens.ts'
import { answerCalls, granted, refused } from '../testing/answer-calls.ts'
import { inEachLanguage } from '../testing/languages.ts'
import { renderPage } from '../testing/render-page.tsx'
import { said } from '../testing/wordings.ts'
import { recordOf } from './list-rows.ts'
import { endpointQuery, queryClient, refresh } from './query.ts'

function Models() {
  const { data } = useQuery(endpointQuery(session.models))
  return <p>{data?.join(', ')}</p>
}

inEachLanguage('what was shown stays when it cannot be refreshed, and a message says so', async () => {
  let answer: unknown = granted(['one', 'two'])
  answerCalls({ 'GET /api/user/models': () => ({ body: answer }) })
  await renderPage(<Models />)
  await screen.findByText('one, two')
  answer = refused('The disk is full')
  await refresh(session.models)
  await screen.findByText(`${said('Couldn’t refresh')} The disk is full`)
  expect(screen.getByText('one, two')).toBeTruthy()
})

/** What a browser says that lost its network, or that is beside a server without one. */
const withoutNetwork = async (act: () => Promise<void>) => {
  onlineManager.setOnline(false)
  try {
    await act()
  } finally {
    onlineManager.setOnline(true)
  }
}

it('what is asked and done while the browser is offline is tried at once, and never later without a word', async () => {
  const calls = answerCalls({ 'GET /api/user/models': () => ({ body: granted(['one']) }) })
  await withoutNetwork(async () => {
    await renderPage(<Models />)
    await screen.findByText('one')
    const tried = vi.fn(async () => Promise.reject(new Error('No network')))
    await expect(new MutationObserver(queryClient, { mutationFn: tried }).mutate()).rejects.toThrow('No network')
    await screen.findByText('No network')
  })
  expect(asked(calls, 'GET', '/api/user/models')).toBe(1)
})

const emptyPage = granted({ items: [], page: 1, page_size: 10, total: 0 })
const asked = (calls: { method: string; path: string }[], method: string, path: string): number =>
  calls.filter((call) => call.method === method && call.path === path).length

function Tokens() {
  return <p>{useQuery(endpointQuery(tokens.list, { query: {} })).data?.total} tokens</p>
}

it('a record that is gone is on no list any more: each that may show it is asked again, and the record is not', async () => {
  const calls = answerCalls({
    'GET /api/token/': () => ({ body: emptyPage }),
    'GET /api/token/7': () => ({ body: refused('There is no such token') }),
  })
  await renderPage(<Tokens />)
  await screen.findByText('0 tokens')
  await expect(recordOf(tokens.read).read(7)).rejects.toThrow('There is no such token')
  await vi.waitFor(() => expect(asked(calls, 'GET', '/api/token/')).toBe(2))
  expect(asked(calls, 'GET', '/api/token/7')).toBe(1)
})

function Changes() {
  return <p>{useQuery(endpointQuery(audit.list, { query: {} })).data?.total} changes</p>
}

it('a reading that the log of changes tells of is on that log at once', async () => {
  const calls = answerCalls({
    'GET /api/audit/': () => ({ body: emptyPage }),
    'GET /api/channel/7': () => ({ body: granted({}) }),
  })
  await renderPage(<Changes />)
  await screen.findByText('0 changes')
  await recordOf(channels.read).read(7)
  await vi.waitFor(() => expect(asked(calls, 'GET', '/api/audit/')).toBe(2))
})
