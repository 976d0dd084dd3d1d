import { cleanup } from '@testing-library/react'
import { expect, it } from 'vitest'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { DashboardControls } from './dashboard-controls.tsx'
import type { View } from './dashboard-range.ts'
import type { DashboardSearch } from './dashboard-search.ts'

const day = 86_400
const monday = 1_699_833_600
const wide = { step: undefined, start_timestamp: undefined, end_timestamp: undefined }

const open = async (view: View) => {
  const changes: DashboardSearch[] = []
  const page = await renderPage(
    <DashboardControls
      {...{ admin: false, view, zone: 'UTC', measure: 'quota', username: '' }}
      onChange={(changed) => changes.push(changed)}
    />,
    { path: '/detail', areas: ['dashboard'] },
  )
  return { ...page, changes }
}

it('A time that was narrowed to stands among the ranges by its days, and any other range ends it', async () => {
  const moments = { start: monday, end: monday + 2 * day - 1 }
  const { user, changes } = await open({ range: '30d', step: 'hour', moments })
  const range = screen.getByRole('combobox', { name: 'Time range' })
  expect(range.textContent?.replaceAll(/\s/g, ' ')).toBe('Nov 13 – 14, 2023')
  await user.click(range)
  await user.click(await screen.findByRole('option', { name: 'Last 7 days' }))
  expect(changes).toEqual([{ ...wide, range: '7d' }])
})

inEachLanguage('A time that was narrowed to is widened again by one click', async () => {
  const moments = { start: monday, end: monday + 5 * 3600 - 1 }
  const { user, changes } = await open({ range: '30d', step: 'hour', moments })
  await user.click(screen.getByRole('button', { name: 'Back to: Last 30 days' }))
  expect(changes).toEqual([{ ...wide, range: '30d' }])
})

it('Where nothing was narrowed there is nothing to go back to', async () => {
  await open({ range: '7d', step: 'day' })
  expect(screen.getByRole('combobox', { name: 'Time range' }).textContent).toBe('Last 7 days')
  expect(screen.queryByRole('button')).toBeNull()
})

inEachLanguage('A range that has one granularity offers no choice of it, and says which have', async () => {
  await open({ range: '1d', step: 'hour' })
  const step = screen.getByRole<HTMLButtonElement>('combobox', { name: 'Granularity' })
  expect(step.disabled).toBe(true)
  screen.getByTitle('For other granularities, choose another range')
  cleanup()
  await open({ range: '30d', step: 'day' })
  expect(screen.getByRole<HTMLButtonElement>('combobox', { name: 'Granularity' }).disabled).toBe(false)
})
