import { describe, expect, it, vi } from 'vitest'
import { logTypes } from '#contract/log-types.ts'
import type { Log } from '#contract/logs.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { sampleLog } from '../../testing/sample-log.ts'
import { figuresOf } from './figures.ts'

const figuresOfRow = (row: Partial<Log>) => {
  const items = [sampleLog({ prompt_tokens: 12, completion_tokens: 3, quota: 25, ...row })]
  answerCalls({ 'GET /api/log/self/': () => ({ body: granted({ items, page: 1, page_size: 1, total: 1 }) }) })
  return figuresOf('r1')
}

describe('The figures of an answer', () => {
  it('are those of its row, which says whether they were counted by the gateway', async () => {
    const figures = { usage: { input: 12, output: 3 }, cost: 25 }
    expect(await figuresOfRow({})).toEqual({ ...figures, isEstimated: false })
    expect(await figuresOfRow({ other: '{"estimated":true}' })).toEqual({ ...figures, isEstimated: true })
  })

  it('are waited for where a busy gateway charges the call late', async () => {
    vi.useFakeTimers()
    const rows = [[], [], [], [], [sampleLog({ quota: 25 })]]
    answerCalls({
      'GET /api/log/self/': () => ({ body: granted({ items: rows.shift() ?? [], page: 1, page_size: 1, total: 1 }) }),
    })
    const figures = figuresOf('r1')
    await vi.runAllTimersAsync()
    expect((await figures)?.cost).toBe(25)
    expect(rows).toEqual([])
  })

  it('are none where the call failed: its row has no charge to tell of', async () => {
    expect(
      await figuresOfRow({ type: logTypes.failed, prompt_tokens: 0, completion_tokens: 0, quota: 0 }),
    ).toBeUndefined()
  })
})
