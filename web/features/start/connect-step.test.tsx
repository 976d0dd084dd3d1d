import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { asksToLeave } from '../../testing/leaving.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { ConnectStep } from './connect-step.tsx'

const card = {
  ...{ type: 1, name: 'house', label: 'House', mark: '', base_url: 'https://house.example', base_url_required: false },
  ...{ base_url_whole: false, key_hint: '', key_is_document: false, other_label: '', other_hint: '' },
  ...{ other_default: '', organization_hint: '', models: [], lists_models: true, tells_balance: false, dialects: [] },
}

/** The step before a server that says some of what it is asked only when it is told to: else whose a text is. */
const open = async (
  isLate: (text: string, path: string) => boolean = (_text, path) => path.endsWith('/guess'),
  others: Parameters<typeof answerCalls>[0] = {},
) => {
  const guess = Promise.withResolvers<void>()
  const calls = answerCalls({
    'GET /api/providers': () => ({ body: granted([card]) }),
    'POST /api/providers/guess': ({ body }) => ({
      body: granted({ key: String(Object(body).text).replace(/^.* /, ''), base_url: 'http://10.0.0.1', types: [1] }),
    }),
    'POST /api/channel/fetch_models': () => ({ body: granted(['small-model', 'large-model']) }),
    ...others,
  })
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (isLate(String(init?.body), new URL(input, 'http://127.0.0.1').pathname)) await guess.promise
    return answer(input, init)
  })
  const page = await renderPage(<ConnectStep onAnswer={() => {}} />, { path: '/start', areas: ['start'] })
  return { ...page, calls, tellWhose: () => guess.resolve() }
}

beforeEach(() => rememberUser(sampleUser()))

describe('The step that connects a key', () => {
  it('asks for the models of what was pasted, also where somebody is quicker than it is told whose it is', async () => {
    const { user, calls, tellWhose } = await open()
    await user.click(await screen.findByLabelText(/^API key/))
    await user.paste('http://10.0.0.1 sk-house')
    await user.click(screen.getByRole('button', { name: 'Find models' }))
    tellWhose()
    const model = await screen.findByRole('checkbox', { name: 'small-model' })
    expect(model.getAttribute('aria-checked') ?? String(Object(model).checked)).toBe('true')
    const asked = calls.find(({ path }) => path.endsWith('/fetch_models'))?.body
    expect(asked).toMatchObject({ type: 1, key: 'sk-house', base_url: 'http://10.0.0.1' })
  })

  it('asks for the models also where somebody is quicker than the list of vendors comes', async () => {
    const { user, tellWhose } = await open((_text, path) => path.endsWith('/api/providers'))
    await user.click(await screen.findByLabelText(/^API key/))
    await user.paste('http://10.0.0.1 sk-house')
    await screen.findByLabelText('Base URL')
    await user.click(screen.getByRole('button', { name: 'Find models' }))
    tellWhose()
    await screen.findByRole('checkbox', { name: 'small-model' })
  })

  it('says nothing of fields that come up only now, and nothing of a vendor that is told meanwhile', async () => {
    const { user } = await open(() => false)
    await user.click(await screen.findByRole('button', { name: 'Find models' }))
    await screen.findByText('Paste a key')
    await user.click(screen.getByLabelText(/^API key/))
    await user.paste('http://10.0.0.1 sk-house')
    await screen.findByLabelText('Base URL')
    expect(screen.queryByText('Paste a key')).toBeNull()
    expect(screen.queryByText('Choose the provider')).toBeNull()
  })

  it('tells again what is refused again', async () => {
    const { user } = await open(() => false, {
      'POST /api/channel/fetch_models': () => ({ body: refused('HTTP 401') }),
    })
    await user.click(await screen.findByLabelText(/^API key/))
    await user.paste('http://10.0.0.1 sk-house')
    await screen.findByLabelText('Base URL')
    await user.click(screen.getByRole('button', { name: 'Find models' }))
    const first = await screen.findByRole('alert')
    await user.click(screen.getByRole('button', { name: 'Find models' }))
    // A screen reader reads out what appears.
    await waitFor(() => expect(screen.getByRole('alert')).not.toBe(first))
  })

  it('says so when the vendors cannot be loaded', async () => {
    const { user } = await open(() => false, { 'GET /api/providers': () => ({ body: refused('away') }) })
    await user.click(await screen.findByLabelText(/^API key/))
    await user.paste('http://10.0.0.1 sk-house')
    await screen.findByText('The choices could not be loaded')
    screen.getByRole('button', { name: 'Try again' })
  })

  it('leaves what is typed alone, however late it is told whose the beginning was', async () => {
    const { user, tellWhose, calls } = await open((text, path) => path.endsWith('/guess') && !text.includes('sk-house'))
    const key = await screen.findByLabelText(/^API key/)
    await user.type(key, 'sk-house')
    await screen.findByLabelText('Base URL')
    tellWhose()
    await vi.waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/guess'))).toHaveLength(8))
    await user.click(screen.getByRole('button', { name: 'Find models' }))
    await screen.findByRole('checkbox', { name: 'small-model' })
    expect(Object(key).value).toBe('sk-house')
  })

  it('asks before a typed key is left behind, and not when it was taken back', async () => {
    const page = await open(() => false)
    const key = await screen.findByLabelText(/^API key/)
    await page.user.click(key)
    await page.user.paste('http://10.0.0.1 sk-house')
    await screen.findByLabelText('Base URL')
    expect(await asksToLeave(page)).toBe(true)
    await page.user.clear(key)
    expect(await asksToLeave(page)).toBe(false)
  })
})
