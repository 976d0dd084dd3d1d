import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { confirm } from '../lib/confirm.ts'
import { renderPage } from '../testing/render-page.tsx'

it('A question is answered by its buttons', async () => {
  const { user } = await renderPage(<p>page</p>)
  const first = confirm({ title: 'Sure?', action: 'Do it' })
  await user.click(await screen.findByRole('button', { name: 'Do it' }))
  expect(await first).toBe(true)
  const second = confirm({ title: 'Sure?', action: 'Do it' })
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await second).toBe(false)
})

it('What cannot be undone needs the name to be typed', async () => {
  const { user } = await renderPage(<p>page</p>)
  const answer = confirm({ title: 'Delete?', action: 'Delete', danger: true, typed: 'ada' })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete' })
  expect(button.disabled).toBe(true)
  await user.type(screen.getByLabelText('Type “ada” to confirm'), 'ada')
  expect(button.disabled).toBe(false)
  await user.click(button)
  expect(await answer).toBe(true)
})
