import { expect, it } from 'vitest'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { RecordChanges } from './record-changes.tsx'

const act = { created_at: 1_700_000_000, actor_id: 2, actor_name: 'keeper', before: '', address: '' }
const acts = [
  {
    ...{ ...act, id: 3, action: 'channel.change_values', target: 'channel:7 channel:9' },
    ...{ before: '{"channels":[{"ids":[7,9],"was":{"priority":1}}]}', after: '{"values":[{"priority":2}]}' },
    target_names: { 'channel:7': 'first', 'channel:9': 'second' },
  },
  { ...act, id: 2, action: 'channel.disable_tag', target: 'tag:pair', after: '{"channels":2,"status":2}' },
  {
    ...{ ...act, id: 1, action: 'channel.copy', target: 'channel:7', after: '{"copy_of":5,"name":"first"}' },
    target_names: { 'channel:7': 'first', 'channel:5': 'source' },
  },
]

it('The changes of a record tell with which others it was changed, and call each by its name', async () => {
  rememberUser(sampleUser({ role: 10 }))
  answerCalls({
    'GET /api/audit/record': () => ({ body: granted({ items: acts, page: 1, page_size: 10, total: 3 }) }),
  })
  const { user } = await renderPage(<RecordChanges target="channel:7" />, { areas: ['audit'] })
  const unfold = async (id: number) => {
    await user.click(await screen.findByRole('button', { name: new RegExp(`^Show details of .* ${id}$`) }))
    return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  }
  const [first, second, source] = [
    ['#7 first', '/channel/7'],
    ['#9 second', '/channel/9'],
    ['#5 source', '/channel/5'],
  ]
  // As what was touched, and with what they had.
  expect(await unfold(3)).toEqual([first, second, first, second])
  await unfold(2)
  screen.getByText('Tag “pair”')
  // It was done to this one alone.
  expect((await unfold(1)).filter(([name]) => name === '#5 source')).toEqual([source])
})
