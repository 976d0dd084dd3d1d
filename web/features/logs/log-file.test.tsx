import { expect, it, vi } from 'vitest'
import { errorMessage } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Log, LogOther } from '#contract/logs.ts'
import { setLanguage } from '../../lib/i18n.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { keepSavedFiles } from '../../testing/saved-files.ts'
import { screen } from '../../testing/screen.ts'
import { LogsPage } from './logs-page.tsx'

const call: Log = {
  ...{ id: 1, request_id: 'r1', created_at: 1_700_000_000, type: 2, channel: 7, channel_name: '=second' },
  ...{ user_id: 7, username: 'ada', token_id: 3, token_name: '=1+1', group: 'vip', model_name: 'asked' },
  ...{ use_time: 2, is_stream: true, prompt_tokens: 3000, completion_tokens: 100, quota: 123, content: '' },
  other: JSON.stringify({ frt: 400, upstream_model_name: 'actual' } satisfies LogOther),
}
const values = { model: 'rivr', reason: 'models_near', near: 'river' }
const failed: Log = {
  ...{ ...call, type: 6, quota: 0, use_time: 0, token_name: 'laptop', request_id: 'r2' },
  content: errorMessage('model_unknown', 'en', values),
  other: JSON.stringify({ failure: { kind: 'model_unknown', status: 404, code: 'model_unknown', values } }),
}
const invited: Log = {
  ...{ ...call, type: 4, quota: 250_000, token_id: 0, token_name: '', channel: 0, channel_name: '', group: '' },
  ...{ model_name: '', request_id: null },
  other: JSON.stringify({ happened: { name: 'invited', values: { username: 'eva' } } } satisfies LogOther),
}

/** What is saved when the table is taken: its lines, and what was asked of the server. */
const take = async (role: number, rows: readonly Log[], language: Language, kind: 'table' | 'lines') => {
  await setLanguage(language)
  rememberUser(sampleUser({ role }))
  const headers = { 'content-disposition': 'attachment; filename="logs.jsonl"' }
  const file = { headers, body: rows.map((row) => `${JSON.stringify(row)}\n`).join('') }
  const list = { body: granted({ items: [call], page: 1, page_size: 10, total: 1 }) }
  const sum = { body: granted({ quota: 0, rpm: 0, tpm: 0 }) }
  const calls = answerCalls({
    ...{ 'GET /api/log/': () => list, 'GET /api/log/self/': () => list },
    ...{ 'GET /api/log/stat': () => sum, 'GET /api/log/self/stat': () => sum },
    ...{ 'GET /api/log/export': () => file, 'GET /api/log/self/export': () => file },
  })
  const saved = keepSavedFiles()
  const { user, ...page } = await renderPage(<LogsPage />, { path: '/log?model_name=asked', areas: ['logs', 'lists'] })
  const button = await vi.waitFor(() => {
    const found = document.querySelector('svg.lucide-download')?.closest('button')
    if (!found || found.disabled) throw new Error('not there yet')
    return found
  })
  await user.click(button)
  const [table, jsonLines] = await screen.findAllByRole('menuitem')
  await user.click((kind === 'table' ? table : jsonLines) ?? page.container)
  await vi.waitFor(() => expect(saved.names).toHaveLength(1))
  const [text = ''] = await saved.texts()
  return { text, name: saved.names[0], asked: calls.find(({ path }) => path.endsWith('/export')) }
}

it('The log as a table has the words of the page: heads, types, reasons and the unit of money', async () => {
  const rows = [call, failed, invited, { ...call, content: 'VIDEO video_2', request_id: 'r4' }]
  const { text, name, asked } = await take(10, rows, 'ru', 'table')
  expect([name, asked?.path]).toEqual(['logs.csv', '/api/log/export'])
  expect(asked?.query).toMatchObject({ format: 'jsonl', model_name: 'asked' })
  const time = '"2023-11-14T22:13:20.000Z"'
  expect(text.trimEnd().split('\r\n')).toEqual([
    [
      ...[
        '"Время"',
        '"Тип"',
        '"Пользователь"',
        '"Токен"',
        '"ID токена"',
        '"Группа"',
        '"Модель"',
        '"Фактическая модель"',
      ],
      ...['"Канал"', '"ID канала"', '"Ответ"', '"Заняло (с)"', '"Первый токен (с)"', '"Ввод"', '"Вывод"'],
      ...['"Стоимость (USD)"', '"Изменение баланса (USD)"', '"Подробности"', '"ID запроса"'],
    ].join(','),
    `${time},"Расход","ada","'=1+1",3,"vip","asked","actual","'=second",7,"Поток",2,0.4,3000,100,0.000246,"","","r1"`,
    `${time},"Ошибка","ada","laptop",3,"vip","asked","","'=second",7,"","","","","","","","Модели rivr не существует: возможно, вы имели в виду river?","r2"`,
    `${time},"Система","ada","","","","","","","","","","","","","",0.5,"Приглашён eva",""`,
    `${time},"Расход","ada","'=1+1",3,"vip","asked","actual","'=second",7,"Поток",2,0.4,3000,100,0.000246,"","Видео video_2","r4"`,
  ])
})

it('The own log as a table has nothing of channels, and every row, however many there are', async () => {
  const rows = Array.from({ length: 2000 }, (_, index) => ({ ...call, request_id: `call-${index}` }))
  const { text, asked } = await take(1, rows, 'en', 'table')
  expect(asked?.path).toBe('/api/log/self/export')
  const [head, ...lines] = text.trimEnd().split('\r\n')
  expect(head).not.toMatch(/Channel|User/)
  expect(text).not.toContain('second')
  expect(lines.map((line) => /"(call-\d+)"$/.exec(line)?.[1])).toEqual(rows.map(({ request_id: id }) => id))
})

it('JSON Lines are what the server said', async () => {
  const { text, name } = await take(10, [call], 'ru', 'lines')
  expect([name, text]).toEqual(['logs.jsonl', `${JSON.stringify(call)}\n`])
})
