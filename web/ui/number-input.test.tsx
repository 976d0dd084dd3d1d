import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { Field } from './field.tsx'
import { MoneyInput } from './money-input.tsx'
import { NumberInput } from './number-input.tsx'
import { PasswordInput } from './password-input.tsx'

function Retries() {
  const [value, setValue] = useState<number | null>(3)
  return (
    <>
      <NumberInput label="Retries" value={value} onChange={setValue} minimum={1} maximum={20} decimals={0} />
      <output>{value}</output>
    </>
  )
}

it.each([
  { typed: '999999', kept: '20', told: 'At most 20' },
  { typed: '0', kept: '1', told: 'At least 1' },
])('A number field that keeps $kept of a typed $typed says so', async ({ typed, kept, told }) => {
  const { user } = await renderPage(<Retries />)
  const field = screen.getByRole('textbox', { name: 'Retries' })
  await user.clear(field)
  await user.type(field, typed)
  await user.tab()
  await screen.findByText(told)
  expect(document.querySelector('output')?.textContent).toBe(kept)
})

it('A number field is called nothing in another language to whoever hears the page', async () => {
  await renderPage(<Retries />)
  await screen.findByRole('textbox', { name: 'Retries' })
  expect(document.querySelector('[aria-roledescription]')).toBeNull()
})

it('A number field that is left empty or keeps what was typed says nothing', async () => {
  const { user } = await renderPage(<Retries />)
  const field = screen.getByRole('textbox', { name: 'Retries' })
  await user.clear(field)
  await user.tab()
  await user.type(field, '7')
  await user.tab()
  expect(document.querySelector('output')?.textContent).toBe('7')
  expect(screen.queryByText(/^At /)).toBeNull()
})

function Threshold() {
  const [value, setValue] = useState<number | null>(1000)
  return <Field label="Threshold">{(control) => <MoneyInput {...control} value={value} onChange={setValue} />}</Field>
}

it('The buttons of an amount lead from one round amount to the next', async () => {
  const { user } = await renderPage(<Threshold />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Threshold' })
  expect(field.value).toBe('0.002')
  await user.click(screen.getByRole('button', { name: 'Increase' }))
  expect(field.value).toBe('1')
  await user.click(screen.getByRole('button', { name: 'Increase' }))
  expect(field.value).toBe('2')
})

it('The buttons of a field say which field they belong to', async () => {
  await renderPage(
    <>
      <Field label="Retries">{(control) => <NumberInput {...control} value={3} onChange={() => {}} />}</Field>
      <Field label="Merchant key">{(control) => <PasswordInput {...control} />}</Field>
    </>,
  )
  for (const [name, description] of [
    ['Decrease', 'Retries'],
    ['Increase', 'Retries'],
    ['Show password', 'Merchant key'],
  ] as const)
    screen.getByRole('button', { name, description })
})
