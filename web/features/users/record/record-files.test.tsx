import { expect, it, vi } from 'vitest'
import { rememberUser } from '../../../lib/session.ts'
import { RecordChanges } from '../../../pieces/audit/record-changes.tsx'
import { LogRows } from '../../../pieces/logs/log-rows.tsx'
import { answerCalls, granted } from '../../../testing/answer-calls.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { sampleUser } from '../../../testing/sample-user.ts'
import { keepSavedFiles } from '../../../testing/saved-files.ts'
import { screen } from '../../../testing/screen.ts'
import { UserTokens } from './user-tokens.tsx'

const at = 1_700_000_000
const call = {
  ...{
    id: 1,
    request_id: null,
    created_at: at,
    type: 2,
    channel: 7,
    channel_name: 'second',
    user_id: 7,
    username: 'ada',
  },
  ...{ token_id: 1, token_name: 'laptop', group: 'vip', model_name: 'large', use_time: 2, is_stream: false },
  ...{ prompt_tokens: 100, completion_tokens: 10, quota: 250_000, content: '', other: '{}' },
}
const token = {
  ...{ id: 1, name: 'laptop', status: 1, model_limits_enabled: false, used_quota: 500_000 },
  ...{ created_time: at, accessed_time: 0 },
}
const act = {
  ...{ id: 1, created_at: at, actor_id: 1, actor_name: 'root', action: 'user.create', target: 'user:7' },
  ...{ before: '', after: '{"status":2}', address: '127.0.0.1' },
}
const pageOf = (row: object) => ({ body: granted({ items: [row], page: 1, page_size: 10, total: 1 }) })

it('Each table of the page of a record is written as a file, in the units of those of lists', async () => {
  rememberUser(sampleUser({ role: 100 }))
  answerCalls({
    'GET /api/log/': () => pageOf(call),
    'GET /api/user/:id/tokens': () => pageOf(token),
    'GET /api/audit/record': () => pageOf(act),
  })
  const saved = keepSavedFiles()
  const { user } = await renderPage(
    <>
      <UserTokens id={7} />
      <LogRows of={{ channel: 7 }} />
      <RecordChanges target="user:7" />
    </>,
    { areas: ['tokens', 'logs', 'audit'] },
  )
  await screen.findByText('large')
  for (const button of screen.getAllByRole('button', { name: 'Export CSV' })) {
    await vi.waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
    await user.click(button)
  }
  await vi.waitFor(() => expect(saved.names).toEqual(['tokens.csv', 'calls.csv', 'changes.csv']))
  const time = '"2023-11-14T22:13:20.000Z"'
  expect((await saved.texts()).map((text) => text.split('\r\n')[1])).toEqual([
    `"laptop","Enabled",1,${time},""`,
    `${time},"large","ada",2,0.5`,
    `${time},"root","User created","Status"`,
  ])
})
