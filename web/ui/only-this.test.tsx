import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { firstControl } from './first-control.ts'
import { OnlyThis } from './only-this.tsx'

it('The keys that go from row to row find a control that is seen, where a filter that comes up with the focus is first', async () => {
  const run = vi.fn()
  const { user } = await renderPage(
    <div data-row="1">
      <OnlyThis narrowings={[{ id: 'status', label: 'Only Status: Unused', value: 'Unused', run }]} />
      <button type="button">Actions</button>
    </div>,
  )
  const actions = screen.getByRole('button', { name: 'Actions' })
  expect(firstControl(document.querySelector('[data-row]') ?? undefined)).toBe(actions)
  await user.click(screen.getByRole('button', { name: 'Only Status: Unused' }))
  expect(run).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(actions)
})
