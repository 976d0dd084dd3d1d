import { globSync, readFileSync } from 'node:fs'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { renderPage } from '../testing/render-page.tsx'
import { Combobox } from './combobox.tsx'
import { MultiCombobox } from './multi-combobox.tsx'

const emptied = vi.fn()

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

it.each([
  ['one', () => <Combobox label="Model" value="gpt-4.1" onChange={emptied} choices={choices} />],
  ['several', () => <MultiCombobox label="Model" value={['gpt-4.1']} onChange={emptied} choices={choices} />],
])('Escape does not empty a field for %s of many names: it is meant for what the field stands in', async (_, Field) => {
  const { user } = await renderPage(<Field />)
  const field = screen.getByRole('combobox', { name: 'Model' })
  field.focus()
  const pressed = vi.fn()
  document.addEventListener('keydown', pressed, { once: true })
  await user.keyboard('{Escape}')
  expect(emptied).not.toHaveBeenCalled()
  expect(pressed).toHaveBeenCalled()
  expect(document.body.textContent + (field instanceof HTMLInputElement ? field.value : '')).toContain('gpt-4.1')
})

it.each([
  ['one', One],
  ['several', Several],
])(
  'What closes the choices of a field for %s of many names says so in the language that is spoken',
  async (_, Field) => {
    const { user } = await renderPage(<Field />)
    await setLanguage('zh')
    await user.click(document.querySelector('input[role=combobox]') ?? expect.fail('no field'))
    const words = () =>
      [...document.querySelectorAll('span[role=button]')].map((each) => each.getAttribute('aria-label'))
    await waitFor(() => expect(words()).toEqual(['关闭', '关闭']))
  },
)

it('No field of many names is made beside the two of the kit', () => {
  const makers = globSync('web/**/*.tsx')
    .filter((path) => !path.endsWith('.test.tsx'))
    .filter((path) => readFileSync(path, 'utf8').includes("from '@base-ui/react/combobox'"))
  expect(makers.toSorted()).toEqual(['web/ui/combobox.tsx', 'web/ui/multi-combobox.tsx'])
})
