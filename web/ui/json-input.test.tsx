import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { isJson, JsonInput } from './json-input.tsx'

function Harness({ initial }: { initial: string }) {
  const [text, setText] = useState(initial)
  return (
    <>
      <label htmlFor="json">Ratios</label>
      <JsonInput id="json" value={text} onChange={setText} />
    </>
  )
}

it('Wrong JSON is called out when the field is left, not while it is typed', async () => {
  const { user } = await renderPage(<Harness initial="" />)
  const field = screen.getByLabelText('Ratios')
  await user.type(field, '{{"a": ')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.tab()
  expect(screen.getByRole('alert').textContent).toBe('Invalid JSON')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

it('The fault goes away as soon as the text is valid again', async () => {
  const { user } = await renderPage(<Harness initial="{" />)
  await user.click(screen.getByLabelText('Ratios'))
  await user.tab()
  await user.type(screen.getByLabelText('Ratios'), '}')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Valid JSON')).toBeTruthy()
})

it('Format lays valid JSON out over lines', async () => {
  const { user } = await renderPage(<Harness initial='{"gpt-4o":1.25}' />)
  await user.click(screen.getByRole('button', { name: 'Format' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Ratios').value).toBe('{\n  "gpt-4o": 1.25\n}')
})

it('Nothing at all is fine', () => {
  expect([isJson(''), isJson('  '), isJson('[1]'), isJson('nope')]).toEqual([true, true, true, false])
})
