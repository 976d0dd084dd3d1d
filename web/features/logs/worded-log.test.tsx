import { expect, it } from 'vitest'
import { errorMessage } from '#contract/errors.ts'
import { chargeText, type FailedReason, type Log } from '#contract/logs.ts'
import { setLanguage } from '../../lib/i18n.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { LogsPage } from './logs-page.tsx'

const unpriced = { kind: 'forbidden', status: 403, code: 'model_unpriced', values: { model: 'river' } } as const

const failed = (failure: FailedReason, content: string): Log => ({
  ...{ id: 1, request_id: 'r1', created_at: 1_700_000_000, type: 6, channel: 0, channel_name: '' },
  ...{ user_id: 7, username: 'ada', token_id: 1, token_name: 'laptop', group: '', model_name: '' },
  ...{ use_time: 0, is_stream: false, prompt_tokens: 0, completion_tokens: 0, quota: 0, content },
  other: JSON.stringify({ failure }),
})

const open = async (role: number, row: Log) => {
  rememberUser(sampleUser({ role }))
  const list = { body: granted({ items: [row], page: 1, page_size: 10, total: 1 }) }
  const sum = { body: granted({ quota: 0, rpm: 0, tpm: 0 }) }
  answerCalls({
    ...{ 'GET /api/log/': () => list, 'GET /api/log/self/': () => list },
    ...{ 'GET /api/log/stat': () => sum, 'GET /api/log/self/stat': () => sum },
  })
  await renderPage(<LogsPage />, { path: '/log?request_id=r1', areas: ['logs', 'lists'] })
  await screen.findByText('laptop')
  return screen.getAllByText
}

it('a failed call is told in the reader’s language where the server does not speak it', async () => {
  await setLanguage('ja')
  const values = { model: 'rivr', reason: 'models_near', near: 'river' }
  const failure = { kind: 'model_unknown', status: 404, code: 'model_unknown', values }
  const told = await open(1, failed(failure, errorMessage('model_unknown', 'en', values)))
  // In its row and unfolded below it.
  expect(told('モデルrivrは存在しません：riverではありませんか？')).toHaveLength(2)
})

it('what an upstream said, and a sentence that is kept as one, stand as they are', async () => {
  await setLanguage('ja')
  const words = 'No such colour'
  expect((await open(1, failed({ kind: 'request_invalid', status: 400, words }, words)))(words)).toHaveLength(2)
})

it('the super admin is not sent to himself, and others are told what they were told', async () => {
  const content = errorMessage('model_unpriced', 'en', unpriced.values)
  expect((await open(10, failed(unpriced, content)))(content)).toHaveLength(2)
  document.body.replaceChildren()
  const told = await open(100, failed(unpriced, content))
  expect(told('The price of model river is not set: set it')).toHaveLength(2)
})

it('why a charge was given back is told in the reader’s language', async () => {
  await setLanguage('zh')
  const other = { model_price: 0.1, group_ratio: 1, refund_of: 'r0' }
  const row = failed({ kind: '', status: 0 }, `${chargeText(other)}: its channel is no longer there`)
  const told = await open(1, { ...row, type: 2, quota: -50_000, other: JSON.stringify(other) })
  expect(told('其渠道已不存在')).toHaveLength(2)
})

it('why a charge was given back is told in the reader’s language behind what was asked for', async () => {
  await setLanguage('ru')
  const row = failed({ kind: '', status: 0 }, 'VIDEO video_2: its channel is no longer there')
  const other = JSON.stringify({ refund_of: 'r0' })
  await open(1, { ...row, type: 2, quota: -50_000, other })
  expect(document.body.textContent?.split('Видео video_2: канал больше не существует')).toHaveLength(3)
})

it.each([
  ['BATCH batch_1', 'Lot batch_1'],
  ['MUSIC song:1: no voice', 'Chanson song:1: no voice'],
  ['EXTENSION video_2', 'Prolongation video_2'],
  ['SWAP_FACE 17', 'Échange de visage 17'],
  ['ANOTHER 18', 'ANOTHER 18'],
])('what was asked for that finishes later is named as its list names it: %s', async (content, told) => {
  await setLanguage('fr')
  await open(1, { ...failed({ kind: '', status: 0 }, content), type: 2, other: '{}' })
  // In its row and unfolded below it, with its id to be found and copied.
  expect(document.body.textContent?.split(told)).toHaveLength(3)
})
