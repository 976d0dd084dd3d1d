import { waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { CardTry } from '#contract/channel-cards.ts'
import { textIn } from '../../../lib/i18n.ts'
import { rememberUser } from '../../../lib/session.ts'
import { granted } from '../../../testing/answer-calls.ts'
import { noRun, openChannelPage } from '../../../testing/channels-page.tsx'
import { inEachLanguage } from '../../../testing/languages.ts'
import { sampleChannel } from '../../../testing/sample-channel.ts'
import { sampleUser } from '../../../testing/sample-user.ts'
import { screen, within } from '../../../testing/screen.ts'
import { cardFile } from './card-file.ts'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))

const tried = (parts: Partial<CardTry>): CardTry => ({
  ...{ model: 'one', dialect: 'openai-chat', streamed: false, wants: 'text', outcome: 'can', ms: 1200, reason: '' },
  ...parts,
})

const tries = [
  tried({}),
  tried({ streamed: true, ms: 900 }),
  tried({ wants: 'tools', outcome: 'refused', reason: 'HTTP 400 test_error' }),
  tried({ wants: 'picture', outcome: 'ignored' }),
]
const plan = { models: 1, calls: 24, quota: 500_000, unpriced: 2 }

inEachLanguage('A channel is tried once its cost was agreed to, and its page tells what each model can', async () => {
  let card: object | null = null
  const page = await openChannelPage(sampleChannel({ id: 3 }), {
    'GET /api/channel/3/card': () => ({ body: granted({ card, plan, run: noRun }) }),
    'POST /api/channel/3/card': () => {
      card = { made_at: 1_700_000_000, made_by: 'root', tries }
      return { body: granted({ ...noRun, channel: 3, total: 24, done: 24 }) }
    },
  })
  await screen.findByText('Not tried yet')
  expect(screen.queryByText('Export CSV')).toBeNull()
  await page.user.click(await screen.findByRole('button', { name: 'Try every model' }))
  const question = within(await screen.findByRole('alertdialog'))
  await waitFor(() => expect(page.calls.some(({ method }) => method === 'POST')).toBe(false))
  await page.user.click(question.getByRole('button', { name: 'Try every model' }))
  const table = within(await screen.findByRole('table', { name: 'Capability card' }))
  expect(table.getByText('Refused').parentElement?.textContent).toContain('HTTP 400 test_error')
  table.getByText('Responded, but did not do it')
  expect(table.getAllByText('Can')).toHaveLength(2)
  // What was changed of the channel is a table that has a file too, by a button without a text.
  expect(screen.getAllByText('Export CSV')).toHaveLength(1)
  expect(page.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/channel/3/card'])
})

it('That a channel is tried is told at once by what was changed of it', async () => {
  let acts: object[] = []
  const page = await openChannelPage(sampleChannel({ id: 3 }), {
    'GET /api/channel/3/card': () => ({ body: granted({ card: null, plan, run: noRun }) }),
    'POST /api/channel/3/card': () => {
      const act = { id: 9, created_at: 1_700_000_000, actor_id: 1, actor_name: 'root', address: '', before: '' }
      acts = [{ ...act, action: 'channel.try_out', target: 'channel:3', after: '{"calls":24}' }]
      return { body: granted(noRun) }
    },
    'GET /api/audit/record': () => ({ body: granted({ items: acts, total: acts.length, page: 1, page_size: 10 }) }),
  })
  await screen.findByText('Nothing was changed yet')
  await page.user.click(await screen.findByRole('button', { name: 'Try every model' }))
  await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Try every model' }))
  await screen.findByText('Channel models tried')
})

it('The file of a card has the words of the page, a line for each call, and no cell that a spreadsheet would work out', async () => {
  const [t, say] = [await textIn('cards', 'ru'), (reason: string) => reason]
  const file = await cardFile({ made_at: 1_700_000_000, made_by: '=root', tries: tries.slice(2, 3) }, { t, say }).text()
  expect(file.split('\r\n')).toEqual([
    '\ufeff"Модель","Формат API","Запрос","Результат","Заняло (с)","Причина","Проверено","Кто проверил"',
    '"one","openai-chat","Инструменты","Отказ",1.2,"HTTP 400 test_error","2023-11-14T22:13:20.000Z","\'=root"',
    '',
  ])
})
