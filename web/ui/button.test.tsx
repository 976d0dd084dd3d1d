import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { Button } from './button.tsx'

it('A button that is at work keeps the focus, says that it is busy, and neither acts nor sends its form again', async () => {
  const [act, send] = [vi.fn(), vi.fn()]
  await renderPage(
    <form onSubmit={send}>
      <Button type="submit" loading onClick={act}>
        Save
      </Button>
    </form>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  button.focus()
  // A browser takes the focus from what is disabled.
  expect(button.disabled).toBe(false)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-busy')).toBe('true')
  fireEvent.click(button)
  expect(act).not.toHaveBeenCalled()
  expect(send).not.toHaveBeenCalled()
})
