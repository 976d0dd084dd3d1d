import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logTypes } from '#contract/log-types.ts'
import type { Log } from '#contract/logs.ts'
import { setLanguage } from '../../lib/i18n.ts'
import { rememberUser } from '../../lib/session.ts'
import { type Answer, answerCalls, granted } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { asksToClose, asksToLeave } from '../../testing/leaving.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleLog } from '../../testing/sample-log.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { clearDraft } from './draft/draft.ts'
import { newConversation } from './new-conversation.ts'
import { PlaygroundPage } from './playground-page.tsx'
import { changeShown, openConversation, openStore } from './workbench.ts'

const priced = (model: string, changes = {}) => ({
  model_name: model,
  quota_type: 0,
  model_ratio: 1,
  model_price: 0,
  owner_by: '',
  mark: '',
  completion_ratio: 2,
  cache_ratio: 1,
  cache_creation_ratio: 1,
  price_steps: [],
  cache_creation_hour_ratio: 1,
  image_ratio: 1,
  image_completion_ratio: 1,
  audio_ratio: 1,
  audio_completion_ratio: 1,
  enable_groups: ['default'],
  supported_endpoint_types: ['chat'],
  priced: true,
  ...changes,
})

const prices = {
  group_ratio: { default: 1, vip: 0.5 },
  usable_group: { default: '', vip: '' },
  accepts_unpriced: false,
  supported_endpoint: { chat: { path: '/v1/chat/completions', method: 'POST' } },
}

const pageOf = (items: readonly unknown[]) => ({ items, page: 1, page_size: 100, total: items.length })
const streamOf = (events: readonly object[]) =>
  [...events.map((each) => JSON.stringify(each)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('')

let rows: readonly Log[] = []

/** The page in front of a server whose models answer with these events. */
const open = async (answer: () => Answer, models = [priced('river')]) => {
  const calls = answerCalls({
    'GET /api/pricing': () => ({ body: granted(models, prices) }),
    'GET /api/token/': () => ({ body: granted(pageOf([])) }),
    'GET /api/pricing/refusals': ({ query }) => ({ body: granted(query.model === 'stone' ? ['temperature'] : []) }),
    'GET /api/log/self/': ({ query }) => ({
      body: granted(pageOf(rows.filter((row) => row.request_id === query.request_id))),
    }),
    'POST /pg/chat/completions': answer,
  })
  const page = await renderPage(<PlaygroundPage />, { path: '/playground', areas: ['playground'] })
  const ask = async (text: string) => {
    await page.user.type(screen.getByRole('textbox', { name: 'Message' }), `${text}{Enter}`)
  }
  return { ...page, calls, ask }
}
const refuse = (code: string, message: string) => () => ({ status: 403, body: { error: { code, message } } })

beforeEach(() => {
  rows = []
  rememberUser(sampleUser())
  openConversation(newConversation(7))
})
afterEach(() => clearDraft())

describe('The playground', () => {
  inEachLanguage('asks the model that is found, and shows what it answers', async () => {
    const events = [{ choices: [{ delta: { content: 'Slowly.' } }] }, { choices: [{ delta: { content: '' } }] }]
    const { ask, calls } = await open(() => ({ body: streamOf(events) }))
    await screen.findByText('$2.00 in, $4.00 out per 1M tokens')
    await ask('How?')
    await screen.findByRole('article', { name: 'Response of river' })
    await vi.waitFor(() => expect(document.body.textContent).toContain('Slowly.'))
    const { body } = calls.find(({ path }) => path === '/pg/chat/completions') ?? {}
    expect(body).toMatchObject({ model: 'river', messages: [{ role: 'system' }, { role: 'user', content: 'How?' }] })
    await screen.findByText('Response complete')
  })

  it.each([
    ['all of it hidden thought', streamOf([{ choices: [{ delta: { content: '' } }] }])],
    ['it failed before the first', 'data: {"error":{"message":"broke off"}}\n\n'],
  ])('tells what an answer without a word cost, as it is charged: %s', async (_why, body) => {
    rows = [sampleLog({ request_id: 'r1', prompt_tokens: 12, completion_tokens: 900, quota: 500_000 })]
    const { ask } = await open(() => ({ headers: { 'x-request-id': 'r1' }, body }))
    await screen.findByText('$2.00 in, $4.00 out per 1M tokens')
    await ask('How?')
    await screen.findByText('$1.000000')
    screen.getByText('12 in, 900 out')
  })

  it.each([
    [
      'by its row, which has what fills the sentence',
      { code: 'token_quota_insufficient', values: {} },
      'APIトークンのクォータの残りが足りません',
    ],
    [
      'as the server does, where the row has the words of an upstream',
      { words: 'No such colour' },
      'As the server says it',
    ],
  ])('tells a refusal in a language that the server does not speak %s', async (_how, words, said) => {
    const failure = { kind: 'no_credit', status: 403, ...words }
    rows = [sampleLog({ request_id: 'r1', type: logTypes.failed, other: JSON.stringify({ failure }) })]
    const answer = { ...refuse('insufficient_quota', 'As the server says it')(), headers: { 'x-request-id': 'r1' } }
    const { ask, calls } = await open(() => answer)
    await screen.findByText('$2.00 in, $4.00 out per 1M tokens')
    await ask('How?')
    await screen.findByText('As the server says it')
    expect(calls.some(({ path }) => path === '/api/log/self/')).toBe(false)
    await setLanguage('ja')
    await vi.waitFor(() => expect(calls.some(({ path }) => path === '/api/log/self/')).toBe(true))
    await vi.waitFor(() => expect(document.body.textContent).toContain(said))
    expect(document.body.textContent?.includes('As the server says it')).toBe(said === 'As the server says it')
  })

  it('asks in the group that is to pay, with the models of that group at its ratio', async () => {
    const { ask, calls, user } = await open(refuse('', ''), [priced('river', { enable_groups: ['vip'] })])
    await user.click(await screen.findByRole('combobox', { name: 'Paid by' }))
    await user.click(await screen.findByRole('option', { name: /Group vip/ }))
    await screen.findByText('$1.00 in, $2.00 out per 1M tokens')
    await ask('How?')
    const asked = () => calls.find(({ path }) => path === '/pg/chat/completions')?.body
    await vi.waitFor(() => expect(asked()).toMatchObject({ model: 'river', group: 'vip' }))
  })

  inEachLanguage(
    'does not send what a model does not take, says which of two it is, and sends it to the other',
    async () => {
      const fresh = newConversation(7)
      const sides = ['river', 'stone'].flatMap((model) =>
        fresh.sides.map(({ parameters }) => ({ id: model, model, parameters: { ...parameters, temperature: 0.3 } })),
      )
      openConversation({ ...fresh, sides })
      const { ask, calls, user } = await open(refuse('', ''), [priced('river'), priced('stone')])
      const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Temperature' })
      await vi.waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/refusals'))).toHaveLength(2))
      expect(slider().disabled).toBe(false)
      await user.click(screen.getByRole('radio', { name: '2' }))
      await screen.findByText('stone does not take this parameter, so it is not sent.')
      expect(slider().disabled).toBe(true)
      await ask('How?')
      const asked = () => calls.filter(({ path }) => path === '/pg/chat/completions').map(({ body }) => body)
      await vi.waitFor(() => expect(asked()).toHaveLength(2))
      expect(asked()).toContainEqual(expect.objectContaining({ model: 'river', temperature: 0.3 }))
      expect(asked()).toContainEqual(expect.objectContaining({ model: 'stone' }))
      expect(asked().filter((body) => JSON.stringify(body).includes('temperature'))).toHaveLength(1)
      expect(calls.find(({ path }) => path.endsWith('/refusals'))?.query).toMatchObject({ group: 'default' })
    },
  )

  inEachLanguage('leads to the wallet when the balance is used up', async () => {
    const { ask } = await open(refuse('insufficient_quota', 'Insufficient balance'))
    await screen.findByText('$2.00 in, $4.00 out per 1M tokens')
    await ask('How?')
    await screen.findByText('Insufficient balance')
    // To who does not see it.
    await screen.findByText('The response failed')
    expect(screen.getByRole('link', { name: 'Top up' }).getAttribute('href')).toBe('/topup')
  })

  inEachLanguage('says that there is no model, and asks nothing', async () => {
    const { ask, calls } = await open(refuse('', ''), [priced('river', { enable_groups: ['vip'] })])
    await screen.findByText('No model is available here. Choose another group or token.')
    await ask('How?')
    await screen.findByText('Choose a model first')
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  inEachLanguage('asks nothing while its tools cannot be read', async () => {
    openConversation({ ...newConversation(7), tools: '[{"type":"function"}]' })
    const { ask, calls } = await open(refuse('', ''))
    await screen.findByText('$2.00 in, $4.00 out per 1M tokens')
    await ask('How?')
    await vi.waitFor(() => expect(screen.getAllByText('This is not a list of functions with names')).toHaveLength(2))
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('shows what is written as code', async () => {
    const { user } = await open(refuse('', ''))
    await screen.findByText('$2.00 in, $4.00 out per 1M tokens')
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'How?')
    await user.click(screen.getByRole('button', { name: 'View code' }))
    const dialog = await screen.findByRole('dialog')
    await vi.waitFor(() => expect(dialog.textContent).toContain('"content": "How?"'))
  })

  inEachLanguage(
    'says of tokens and models that could not be loaded that they could not, not that there are none',
    async () => {
      answerCalls({
        'GET /api/pricing': () => ({ status: 502, body: '' }),
        'GET /api/token/': () => ({ status: 502, body: '' }),
      })
      const { user } = await renderPage(<PlaygroundPage />, { path: '/playground', areas: ['playground'] })
      const settings = within(screen.getByRole('complementary', { name: 'Settings' }))
      await vi.waitFor(() => expect(settings.getAllByText('The choices could not be loaded')).toHaveLength(2))
      answerCalls({
        'GET /api/pricing': () => ({ body: granted([priced('river')], prices) }),
        'GET /api/token/': () => ({ status: 502, body: '' }),
      })
      const [retry] = settings.getAllByRole('button', { name: 'Try again' })
      if (retry) await user.click(retry)
      await settings.findByText('$2.00 in, $4.00 out per 1M tokens')
      expect(settings.getAllByText('The choices could not be loaded')).toHaveLength(1)
    },
  )

  inEachLanguage(
    'says of a token that it is still asked for, or was not told of, before it says that it cannot be used',
    async () => {
      const fresh = newConversation(7)
      const payer = { kind: 'token' as const, id: 5 }
      const askedWith = async (tokens: () => Promise<Response>) => {
        openConversation({ ...fresh, payer, sides: fresh.sides.map((side) => ({ ...side, model: 'river' })) })
        answerCalls({ 'GET /api/pricing': () => ({ body: granted([priced('river')], prices) }) })
        const others = fetch
        vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
          url.startsWith('/api/token/') ? tokens() : others(url, init),
        )
        const { user } = await renderPage(<PlaygroundPage />, { path: '/playground', areas: ['playground'] })
        await user.type(screen.getByRole('textbox', { name: 'Message' }), 'How?{Enter}')
      }
      await askedWith(() => new Promise(() => {}))
      await screen.findByText('Your API tokens are still being loaded: send it again in a moment')
      cleanup()
      await askedWith(async () => new Response('', { status: 502 }))
      await screen.findByText('Your API tokens could not be loaded. Load them again, or choose a group.')
      cleanup()
      const none = JSON.stringify(granted({ items: [], page: 1, page_size: 100, total: 0 }))
      await askedWith(async () => new Response(none))
      expect(await screen.findAllByText('This token cannot be used. Choose another one or a group.')).toHaveLength(2)
    },
  )

  inEachLanguage('leads the super admin to the price that a model lacks, and to nobody else', async () => {
    rememberUser(sampleUser({ role: 100 }))
    const { ask } = await open(refuse('model_unpriced', 'Contact the admin.'))
    await screen.findByText('$2.00 in, $4.00 out per 1M tokens')
    await ask('How?')
    await screen.findByText('Model river has no price yet')
    const door = screen.getByRole('link', { name: 'Set its price' })
    expect(door.getAttribute('href')).toBe('/price?view=unset')
    cleanup()
    openConversation(newConversation(7))
    const other = await open(refuse('internal', 'Contact the admin.'))
    await screen.findByText('$2.00 in, $4.00 out per 1M tokens')
    await other.ask('How?')
    await screen.findByText('Internal server error: the server’s log says more')
  })

  it('keeps an unsent message while other pages are looked at; asks before the tab is closed where the browser keeps none', async () => {
    const page = await open(refuse('', ''))
    await screen.findByText('$2.00 in, $4.00 out per 1M tokens')
    expect(asksToClose()).toBe(false)
    await page.user.type(screen.getByRole('textbox', { name: 'Message' }), 'How?')
    expect(asksToClose()).toBe(true)
    expect(await asksToLeave(page)).toBe(false)
    await page.user.type(screen.getByRole('textbox', { name: 'Message' }), '{Enter}')
    await screen.findByRole('article', { name: 'Your message' })
    expect(asksToClose()).toBe(false)
  })

  it('asks before a changed question that was not sent again is left behind', async () => {
    const page = await open(refuse('', ''))
    await screen.findByText('$2.00 in, $4.00 out per 1M tokens')
    await page.ask('How?')
    await page.user.click(await screen.findByRole('button', { name: 'Edit message' }))
    await page.user.type(await screen.findByRole('textbox', { name: 'Edit message' }), ' Why?')
    expect(await asksToLeave(page)).toBe(true)
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await asksToLeave(page)).toBe(false)
  })

  it('takes other files with a question that is asked anew, and keeps it as it was changed until it could be asked', async () => {
    const { user, ask, calls } = await open(() => ({ body: streamOf([{ choices: [{ delta: { content: 'So.' } }] }]) }))
    await screen.findByText('$2.00 in, $4.00 out per 1M tokens')
    const chosen = () => {
      const inputs = [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')]
      return inputs[0] ?? document.createElement('input')
    }
    await user.upload(chosen(), new File(['old words'], 'old.txt', { type: 'text/plain' }))
    await screen.findByRole('button', { name: 'Remove old.txt' })
    await ask('How?')
    await user.click(await screen.findByRole('button', { name: 'Edit message' }))
    const edited = await screen.findByRole('textbox', { name: 'Edit message' })
    await user.upload(chosen(), new File(['new words'], 'new.txt', { type: 'text/plain' }))
    await screen.findByRole('button', { name: 'Remove new.txt' })
    await user.click(screen.getByRole('button', { name: 'Remove old.txt' }))
    changeShown({ ...openStore.get(), tools: '[{"type":"function"}]' })
    await user.type(edited, ' Why?{Enter}')
    await screen.findAllByText('This is not a list of functions with names')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit message' }).value).toBe('How? Why?')
    changeShown({ ...openStore.get(), tools: '' })
    await user.type(edited, '{Enter}')
    const asked = () => calls.filter(({ path }) => path === '/pg/chat/completions').at(-1)?.body
    await vi.waitFor(() => expect(JSON.stringify(asked())).toContain('new words'))
    expect(JSON.stringify(asked())).not.toContain('old words')
  })

  it('asks before what tools are to answer is left behind', async () => {
    const called = { index: 0, id: 'c1', function: { name: 'weather', arguments: '{}' } }
    const events = [{ choices: [{ delta: { tool_calls: [called] }, finish_reason: 'tool_calls' }] }]
    const page = await open(() => ({ body: streamOf(events) }))
    await screen.findByText('$2.00 in, $4.00 out per 1M tokens')
    await page.ask('How?')
    await page.user.type(await screen.findByRole('textbox', { name: /^Result of weather/ }), 'rain')
    expect(await asksToLeave(page)).toBe(true)
    await page.user.click(screen.getByRole('button', { name: 'Send results' }))
    await vi.waitFor(() => expect(asksToClose()).toBe(false))
    expect(await asksToLeave(page)).toBe(false)
  })
})
