import { waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { screen, within } from '../testing/screen.ts'
import { ColumnSettings } from './column-settings.tsx'

const columns = ['name', 'group', 'quota'].map((id) => ({ id, label: id, always: id === 'name' }))
const height = { dense: false, onDense: () => {} }

/** Tells beside it which columns are hidden. */
function Page() {
  const [hidden, setHidden] = useState(['quota'])
  return (
    <>
      <ColumnSettings {...{ columns, hidden, onChange: setHidden, defaults: ['group'], height }} />
      <output>{hidden.join()}</output>
    </>
  )
}

const told = () => document.querySelector('output')?.textContent

it('Columns are chosen one by one, all together or as at first, and each choice counts at once', async () => {
  const { user } = await renderPage(<Page />)
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const popover = within(await screen.findByRole('dialog', { name: 'Columns' }))
  expect(popover.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true, false])
  await user.click(popover.getByRole('checkbox', { name: 'quota' }))
  expect(told()).toBe('')
  await user.click(popover.getByRole('checkbox', { name: 'group' }))
  expect(told()).toBe('group')
  await user.click(popover.getByRole('button', { name: 'Select all' }))
  expect(told()).toBe('')
  await user.click(popover.getByRole('button', { name: 'Reset' }))
  expect(told()).toBe('group')
})

it('The choice of columns is reached by keys, and Escape gives the focus back to its button', async () => {
  const { user } = await renderPage(<Page />)
  const button = screen.getByRole('button', { name: 'Columns' })
  button.focus()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Columns' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  within(dialog).getByRole('checkbox', { name: 'group' }).focus()
  await user.keyboard(' ')
  expect(told()).toBe('quota,group')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(screen.queryByRole('dialog', { name: 'Columns' })).toBeNull()
})

it('The button of the columns closes them again', async () => {
  const { user } = await renderPage(<Page />)
  const button = screen.getByRole('button', { name: 'Columns' })
  await user.click(button)
  await screen.findByRole('dialog', { name: 'Columns' })
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Columns' })).toBeNull())
})
