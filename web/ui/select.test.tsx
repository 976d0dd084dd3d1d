import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { Select } from './select.tsx'

const choices = ['ash', 'birch', 'fir'].map((value) => ({ value, label: value }))

function Page() {
  const [value, setValue] = useState<string | null>('birch')
  return <Select label="Tree" value={value} choices={choices} onChange={setValue} />
}

const field = () => screen.getByRole('combobox', { name: 'Tree' })

it.each(['{Enter}', ' ', '{ArrowDown}', 'f'])('is opened, chosen from and left by keys, begun by "%s"', async (key) => {
  const { user } = await renderPage(<Page />)
  await user.tab()
  expect(document.activeElement).toBe(field())
  await user.keyboard(key)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('option', { name: 'birch' })))
  expect(field().getAttribute('aria-expanded')).toBe('true')
  expect(document.getElementById(field().getAttribute('aria-controls') ?? '')?.getAttribute('role')).toBe('listbox')
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('fir'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(field().textContent).toBe('fir'))
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(field().getAttribute('aria-expanded')).toBe('false')
})

it('keeps what was chosen when its list is left by Escape', async () => {
  const { user } = await renderPage(<Page />)
  await user.click(field())
  await screen.findByRole('option', { name: 'fir' })
  await user.keyboard('{ArrowDown}{Escape}')
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(field().textContent).toBe('birch')
})
