import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { DomainsInput } from './domains-input.tsx'

const open = async () => {
  let value = 'example.org'
  function Page() {
    const [text, setText] = useState(value)
    value = text
    const props = { 'aria-invalid': false, 'aria-describedby': 'hint' } as const
    return (
      <>
        <label htmlFor="domains">Domains</label>
        <DomainsInput {...props} id="domains" value={text} onChange={setText} onBlur={() => {}} disabled={false} />
        <button type="button">Save</button>
      </>
    )
  }
  const { user } = await renderPage(<Page />, { areas: ['settings'] })
  return { user, field: screen.getByRole<HTMLInputElement>('textbox'), value: () => value }
}

it('A domain that was typed and not added is added by leaving the field, as a save leaves it', async () => {
  const { user, field, value } = await open()
  await user.type(field, 'example.com')
  await user.click(screen.getByText('Save'))
  expect(value()).toBe('example.org,example.com')
  expect(field.value).toBe('')
})

it('What is no domain is told when the field is left, and stays in it', async () => {
  const { user, field, value } = await open()
  await user.type(field, 'no domain')
  await user.tab()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(field.value).toBe('no domain')
  expect(value()).toBe('example.org')
})
