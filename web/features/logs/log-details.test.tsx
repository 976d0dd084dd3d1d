import { cleanup } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { logTypes } from '#contract/log-types.ts'
import { type Log, longestLoggedText } from '#contract/logs.ts'
import { rememberUser } from '../../lib/session.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleLog } from '../../testing/sample-log.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { LogDetails } from './log-details.tsx'

const open = async (changes: Partial<Log>, role = 1) => {
  rememberUser(sampleUser({ role }))
  return renderPage(<LogDetails row={sampleLog(changes)} />, { areas: ['logs'] })
}
const again = () => screen.queryByRole('link', { name: 'Try again in the playground' })?.getAttribute('href')

describe('The details of a row', () => {
  it('lead to another try of any call, also one that failed: with its token where it is the own one, in its group', async () => {
    await open({})
    expect(again()).toBe('/playground?model=river&group=default&token=5&log=r1')
    cleanup()
    await open({ type: logTypes.failed, token_id: 0, group: 'vip' })
    expect(again()).toBe('/playground?model=river&group=vip&log=r1')
    cleanup()
    await open({ user_id: 8 }, 10)
    expect(again()).toBe('/playground?model=river&group=default&log=r1')
  })

  it('offer no other try of what was no call, or of which it is not known what it called', async () => {
    await open({ type: logTypes.recharge })
    expect(again()).toBeUndefined()
    cleanup()
    await open({ type: logTypes.failed, model_name: '' })
    expect(again()).toBeUndefined()
  })

  inEachLanguage('draw the course of an own call on one scale, with its end and charge', async () => {
    await open({ use_time: 2, quota: 2500, other: '{"frt":400}' })
    const timeline = screen.getByRole('group', { name: 'Timeline' })
    const stages = within(timeline).getAllByRole('listitem')
    expect(stages.map((stage) => stage.querySelector('[data-span]')?.getAttribute('data-span'))).toEqual([
      '0-400',
      '400-400',
      '400-2000',
      '2000-2000',
    ])
    within(timeline).getByText('Choosing a channel and waiting')
    expect(within(timeline).getByText('End and charge').nextElementSibling?.textContent).toContain('$0.005000')
    expect(screen.queryByRole('group', { name: 'Routing' })).toBeNull()
  })

  it('draw the tries of a call on the scale of its course', async () => {
    const attempts = [
      { channel: 3, status: 500, ms: 12 },
      { channel: 7, status: 200, ms: 900 },
    ]
    await open({ use_time: 3, other: JSON.stringify({ frt: 400, admin_info: { attempts } }) }, 10)
    const bars = screen
      .getByRole('group', { name: 'Routing' })
      .querySelectorAll<HTMLElement>('[data-span] > :first-child')
    expect(Array.from(bars, ({ style }) => style.width)).toEqual(['0.4%', '30%'])
  })

  it('tell no course of what was given back later', async () => {
    await open({ other: '{"frt":400,"refund_of":"r0"}' })
    expect(screen.queryByRole('group', { name: 'Timeline' })).toBeNull()
  })

  inEachLanguage('say of a text that was cut that it was', async () => {
    const kept = { input_content: `${'x'.repeat(longestLoggedText)}…`, output_content: 'Slowly.' }
    await open({ other: JSON.stringify(kept) })
    expect(screen.getAllByText('cut after 8,192 characters')).toHaveLength(1)
  })
})
