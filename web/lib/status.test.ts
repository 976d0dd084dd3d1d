import { afterEach, expect, it, vi } from 'vitest'
import { systemStatus } from '#contract/status.ts'
import { answerCalls, granted } from '../testing/answer-calls.ts'
import { currentStatus, loadStatus } from './status.ts'

afterEach(() => vi.unstubAllGlobals())

it('What the status tells is kept in the browser by its known names', async () => {
  const status = systemStatus.parse({
    ...currentStatus(),
    chats: [{ Next: 'https://chat.example/{key}' }],
    footer_html: '<b>Ours</b>',
    quota_per_unit: 400_000,
    display_in_currency: false,
    enable_drawing: true,
    enable_task: true,
    enable_data_export: true,
    data_export_default_time: 'day',
    default_collapse_sidebar: true,
    mj_notify_enabled: true,
  })
  answerCalls({ 'GET /api/status': () => ({ body: granted(status) }) })
  await loadStatus()
  const { length } = localStorage
  const kept = Object.fromEntries(Array.from({ length }, (_, index) => localStorage.key(index) ?? '').map(readBoth))
  expect(JSON.parse(kept.status ?? '')).toEqual(status)
  expect(kept).toMatchObject({
    chats: '[{"Next":"https://chat.example/{key}"}]',
    footer_html: '<b>Ours</b>',
    quota_per_unit: '400000',
    display_in_currency: 'false',
    enable_drawing: 'true',
    enable_task: 'true',
    enable_data_export: 'true',
    data_export_default_time: 'day',
    default_collapse_sidebar: 'true',
    mj_notify_enabled: 'true',
  })
})

const readBoth = (key: string) => [key, localStorage.getItem(key) ?? ''] as const
