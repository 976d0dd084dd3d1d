import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { systemStatus } from '#contract/status.ts'
import { answerCalls, granted } from '../testing/answer-calls.ts'
import { queryClient } from './query.ts'
import { currentStatus, loadStatus, useStatus, useStatusWatch } from './status.ts'

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

it('F15: an administrator hears within half a minute that no call begins, and nobody asks more often or for others', async () => {
  vi.useFakeTimers()
  const paused = { ...currentStatus(), calls_paused: true }
  const calls = answerCalls({ 'GET /api/status': () => ({ body: granted(paused) }) })
  const useWatch = (isWanted: boolean) => {
    useStatusWatch(isWanted)
    return useStatus().calls_paused
  }
  const watch = (isWanted: boolean) => renderHook(() => useWatch(isWanted), { wrapper })
  watch(false).unmount()
  const { result } = watch(true)
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect([calls.length, result.current]).toEqual([0, false])
  await act(() => vi.advanceTimersByTimeAsync(1500))
  expect([calls.length, result.current]).toEqual([1, true])
})

it('What the status was already draws nothing again', async () => {
  answerCalls({ 'GET /api/status': () => ({ body: granted(currentStatus()) }) })
  const before = currentStatus()
  await loadStatus()
  expect(currentStatus()).toBe(before)
})

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children)

const readBoth = (key: string) => [key, localStorage.getItem(key) ?? ''] as const
