import { expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { screen, within } from '../testing/screen.ts'
import { ColumnSettings } from './column-settings.tsx'

const columns = ['name', 'group', 'quota'].map((id) => ({ id, label: id, always: id === 'name' }))

it('Columns are chosen one by one, all together or as at first, and nothing is kept before it is confirmed', async () => {
  const onChange = vi.fn()
  const { user } = await renderPage(
    <ColumnSettings
      {...{ columns, onChange, hidden: ['quota'], defaults: ['group'], dense: false, onDense: () => {} }}
    />,
  )
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    return within(await screen.findByRole('dialog'))
  }
  const first = await open()
  expect(first.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true, false])
  await user.click(first.getByRole('button', { name: 'Select all' }))
  await user.click(first.getByRole('button', { name: 'Cancel' }))
  expect(onChange).not.toHaveBeenCalled()
  const second = await open()
  await user.click(second.getByRole('button', { name: 'Select all' }))
  await user.click(second.getByRole('button', { name: 'Confirm' }))
  expect(onChange).toHaveBeenLastCalledWith([])
  const third = await open()
  await user.click(third.getByRole('button', { name: 'Reset' }))
  await user.click(third.getByRole('button', { name: 'Confirm' }))
  expect(onChange).toHaveBeenLastCalledWith(['group'])
})
