import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { Combobox } from './combobox.tsx'
import { MultiCombobox } from './multi-combobox.tsx'

const choices = ['my-gpt-4.1', 'gpt-4-1', 'gpt-4.1-mini', 'gpt-4.1']

function One() {
  const [value, setValue] = useState<string | null>(null)
  return (
    <>
      <Combobox label="Model" value={value} onChange={setValue} choices={choices} />
      <output>{value}</output>
    </>
  )
}

function Several() {
  const [value, setValue] = useState<string[]>([])
  return <MultiCombobox label="Model" value={value} onChange={setValue} choices={choices} />
}

it.each([
  ['one', One],
  ['several', Several],
])('A field for %s of many names offers the name that was typed before those that are only alike', async (_, Field) => {
  const { user } = await renderPage(<Field />)
  await user.type(screen.getByRole('combobox', { name: 'Model' }), 'gpt-4.1')
  const offered = await screen.findAllByRole('option')
  expect(offered.map(({ textContent }) => textContent)).toEqual(['gpt-4.1', 'gpt-4.1-mini', 'my-gpt-4.1', 'gpt-4-1'])
})

it('Enter takes the name that was typed', async () => {
  const { user } = await renderPage(<One />)
  await user.type(screen.getByRole('combobox', { name: 'Model' }), 'gpt-4.1{Enter}')
  expect(document.querySelector('output')?.textContent).toBe('gpt-4.1')
})
