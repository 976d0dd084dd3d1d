import { act, fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import type { DrawingRow } from './drawing-row.ts'
import { DrawingViewer } from './drawing-viewer.tsx'

// seam: of a drawing the viewer shows these alone
const drawing = (id: number) =>
  ({ id, mj_id: `${id}`, prompt: `drawing ${id}`, media: [{ kind: 'image', url: `/picture/${id}` }] }) as DrawingRow

const shown = () => screen.getByRole('img', { name: /^drawing/ }).getAttribute('src')

it('The picture that is looked at stays when another comes before it', async () => {
  const rows = [drawing(3), drawing(2), drawing(1)]
  let draw = (_rows: readonly DrawingRow[]) => {}
  function Page() {
    const [now, setNow] = useState<readonly DrawingRow[]>(rows)
    draw = setNow
    return <DrawingViewer rows={now} first={3} onClose={() => {}} />
  }
  const { user } = await renderPage(<Page />, { areas: ['drawings'] })
  await user.keyboard('{ArrowRight}')
  expect(shown()).toBe('/picture/2')
  act(() => draw([drawing(4), ...rows]))
  expect(shown()).toBe('/picture/2')
  expect(screen.getByText('3 / 4')).toBeTruthy()
  await user.keyboard('{ArrowRight}')
  expect(shown()).toBe('/picture/1')
})

it('A picture that is the only one has no arrows beside it, and is not counted', async () => {
  await renderPage(<DrawingViewer rows={[drawing(1)]} first={1} onClose={() => {}} />, { areas: ['drawings'] })
  expect(shown()).toBe('/picture/1')
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  expect(screen.queryByText('1 / 1')).toBeNull()
})

it('A picture that cannot be loaded says so, and is asked for again', async () => {
  const { user } = await renderPage(<DrawingViewer rows={[drawing(1)]} first={1} onClose={() => {}} />, {
    areas: ['drawings'],
  })
  fireEvent.error(screen.getByRole('img', { name: /^drawing/ }))
  expect(screen.getByRole('alert').textContent).toContain('This could not be loaded')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(shown()).toBe('/picture/1')
})

it('A picture that is on its way keeps its place busy until it is here', async () => {
  await renderPage(<DrawingViewer rows={[drawing(1)]} first={1} onClose={() => {}} />, { areas: ['drawings'] })
  const picture = screen.getByRole('img', { name: /^drawing/ })
  expect(picture.closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('true')
  fireEvent.load(picture)
  expect(picture.closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('false')
})
