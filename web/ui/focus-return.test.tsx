import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { confirm } from '../lib/confirm.ts'
import { renderPage } from '../testing/render-page.tsx'
import { backTo } from './focus-return.ts'
import { Menu } from './menu.tsx'
import { Select } from './select.tsx'

it('A menu gives the focus back to its button, and not from a window that was opened by one of its entries', async () => {
  const ask = () => void confirm({ title: 'Sure?', action: 'Do it' })
  const { user } = await renderPage(
    <Menu
      entries={[{ label: 'Ask', onSelect: ask }]}
      trigger={(trigger) => (
        <button type="button" {...trigger}>
          More
        </button>
      )}
    />,
  )
  const more = screen.getByRole('button', { name: 'More' })
  await user.click(more)
  await screen.findByRole('menuitem', { name: 'Ask' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(more))
  expect(backTo(more)()).toBe(more)
  // Twice, as a question that is loaded already comes while its entry still has the focus.
  for (let time = 0; time < 2; time += 1) {
    await user.click(more)
    await user.click(await screen.findByRole('menuitem', { name: 'Ask' }))
    await screen.findByRole('alertdialog')
    // The menu may be seen closing for longer than the question takes to come.
    expect(backTo(more)()).toBe(false)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Do it' })))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(more))
  }
})

it('Whoever went on to another field while a list is seen closing keeps the focus there', async () => {
  const choices = [{ value: 1, label: 'One' }]
  const { user } = await renderPage(
    <>
      <Select value={null} onChange={() => {}} choices={choices} label="Number" />
      <input aria-label="Next" />
    </>,
  )
  const field = screen.getByRole('combobox', { name: 'Number' })
  await user.click(field)
  await user.click(await screen.findByRole('option', { name: 'One' }))
  await waitFor(() => expect(document.activeElement).toBe(field))
  screen.getByRole('textbox', { name: 'Next' }).focus()
  expect(backTo(field)()).toBe(false)
  screen.getByRole('textbox', { name: 'Next' }).blur()
  expect(backTo(field)()).toBe(field)
})

it('No window or popup says for itself where the focus goes back to', () => {
  const own = readdirSync(import.meta.dirname).filter((name) => {
    const text =
      name.endsWith('.tsx') && !name.endsWith('.test.tsx') ? readFileSync(join(import.meta.dirname, name), 'utf8') : ''
    return /finalFocus=\{(?!finalFocus\}|backTo\()/.test(text)
  })
  expect(own).toEqual([])
})
