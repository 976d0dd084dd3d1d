import { expect, it, vi } from 'vitest'
import type { NotWorking } from '#contract/channel-health.ts'
import { setLanguage } from '../../lib/i18n.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleChannel } from '../../testing/sample-channel.ts'
import { screen, within } from '../../testing/screen.ts'
import { ChannelsNotWorking } from './channels-not-working.tsx'

const nothing = { total: 0, items: [] }
const none: NotWorking = { disabled: 0, auto_disabled: nothing, resting: nothing }
const path = 'GET /api/channel/not_working'

const open = () => renderPage(<ChannelsNotWorking />, { path: '/detail', areas: ['dashboard', 'channels'] })

inEachLanguage('Where no channel rests a quiet line says so', async () => {
  answerCalls({ [path]: () => ({ body: granted(none) }) })
  await open()
  await screen.findByText('No channel is auto-disabled or cooling down')
  expect(screen.queryByRole('heading', { name: 'Unavailable channels' })).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})

it('Channels that somebody disabled are a number that leads to them', async () => {
  answerCalls({ [path]: () => ({ body: granted({ ...none, disabled: 2 }) }) })
  await open()
  expect(linkTo(await screen.findByRole('link', { name: '2 disabled manually' }))).toBe('/channel?status=2')
  screen.getByText('No channel is auto-disabled or cooling down')
})

const linkTo = (link: HTMLElement) => link.getAttribute('href')

inEachLanguage('What does not work is told with why, and with the way to it', async () => {
  const since = 1_700_000_000
  answerCalls({
    [path]: () => ({
      body: granted({
        disabled: 4,
        auto_disabled: { total: 3, items: [{ id: 7, name: 'Broken', reason: '401 wrong key', since }] },
        resting: {
          total: 1,
          items: [
            { id: 9, name: 'Several', rest: null, keys: { in_use: 1, count: 3, until: since, reason: '429 busy' } },
          ],
        },
      } satisfies NotWorking),
    }),
  })
  await open()
  expect(linkTo(await screen.findByRole('link', { name: 'Broken' }))).toBe('/channel/7')
  const rows = screen.getAllByRole('listitem')
  expect(rows.map((row) => within(row).queryAllByRole('button').length)).toEqual([0, 1])
  const [broken, keys] = rows
  expect(broken?.textContent).toMatch(/401 wrong key · .*2023/)
  expect(keys?.textContent).toMatch(/[13].*[13].* · 429 busy · .*2023/)
  screen.getByText('Auto-disabled')
  screen.getByText('Cooling down')
  expect(linkTo(screen.getByRole('link', { name: 'Several' }))).toBe('/channel/9')
  expect(linkTo(screen.getByRole('link', { name: '3 auto-disabled' }))).toBe('/channel?status=3')
  expect(linkTo(screen.getByRole('link', { name: '4 disabled manually' }))).toBe('/channel?status=2')
  screen.getByText('1 cooling down')
  screen.getByText('2 more')
})

it.each([
  ['en', 'The upstream answered in 12.5 s, which is longer than 10 s', 'it answered slowly'],
  ['zh', '上游响应用时 12.5 秒，超过了 10 秒', 'it answered slowly'],
  ['ja', 'アップストリームの応答に12.5秒かかり、上限の10秒を超えました', 'it answered slowly'],
] as const)(
  'A reason of ours is told in the reader’s language, and one kept as a sentence as it is: %s',
  async (language, text, kept) => {
    await setLanguage(language)
    const slow = { id: 7, name: 'Slow', reason: 'answered_slowly', values: { time: 12.5, limit: 10 }, since: 0 }
    const items = [slow, { id: 8, name: 'Old', reason: kept, since: 0 }]
    const rest = { models: 1, until: 1_700_000_000, why: 'failures', reason: 'too_slow' } as const
    const keys = { in_use: 1, count: 3, until: 1_700_000_000, reason: 'task_declined' }
    const resting = { total: 1, items: [{ id: 9, name: 'Several', rest, keys }] }
    answerCalls({ [path]: () => ({ body: granted({ ...none, auto_disabled: { total: 2, items }, resting }) }) })
    await open()
    await vi.waitFor(() => expect(document.body.textContent).toContain(text))
    expect(document.body.textContent).not.toMatch(/answered_slowly|too_slow|task_declined/)
    expect(document.body.textContent).toContain(kept)
  },
)

it('A channel that rests is woken from there, and then rests no longer', async () => {
  const rest = { models: 2, until: 1_700_000_000, why: 'limit', reason: '429 slow_down' } as const
  let found: NotWorking = { ...none, resting: { total: 1, items: [{ id: 9, name: 'Busy', rest, keys: null }] } }
  const calls = answerCalls({
    [path]: () => ({ body: granted(found) }),
    'POST /api/channel/9/wake': () => {
      found = none
      return { body: granted(sampleChannel({ id: 9 })) }
    },
  })
  const { user } = await open()
  await screen.findByText(/^Rate limit · until .*2023.* · 2 models are cooling down: 429 slow_down$/)
  await user.click(screen.getByRole('button', { name: 'Resume requests to Busy' }))
  await screen.findByText('Requests resumed')
  await screen.findByText('No channel is auto-disabled or cooling down')
  expect(calls.filter(({ method }) => method === 'POST').map((call) => call.path)).toEqual(['/api/channel/9/wake'])
})

inEachLanguage('Where it is not known what rests that is said, and asked again', async () => {
  answerCalls({ [path]: () => ({ body: refused('not today') }) })
  const { user } = await open()
  await screen.findByText('Couldn’t load which channels are unavailable')
  answerCalls({ [path]: () => ({ body: granted(none) }) })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No channel is auto-disabled or cooling down')
})
