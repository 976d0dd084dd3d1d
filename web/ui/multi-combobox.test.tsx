import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { MultiCombobox, splitNames } from './multi-combobox.tsx'

const choices = ['gpt-4o', 'gpt-5', 'deepseek-chat']

function Harness({
  creatable = false,
  onDuplicates,
}: {
  creatable?: boolean
  onDuplicates?: (names: string[]) => void
}) {
  const [value, setValue] = useState<string[]>(['gpt-4o'])
  return (
    <>
      <MultiCombobox
        label="Models"
        value={value}
        onChange={setValue}
        choices={choices}
        creatable={creatable}
        {...(onDuplicates ? { onDuplicates } : {})}
      />
      <output>{value.join(' ')}</output>
    </>
  )
}

const input = () => screen.getByRole('combobox', { name: 'Models' })
const value = () => document.querySelector('output')?.textContent

describe('A field for many names', () => {
  it('takes a pasted list apart and tells which names were there already or came twice', async () => {
    const repeated = vi.fn()
    const { user } = await renderPage(<Harness creatable onDuplicates={repeated} />)
    await user.click(input())
    await user.paste('gpt-5, my-model\ngpt-4o, my-model, my-model')
    expect(value()).toBe('gpt-4o gpt-5 my-model')
    expect(repeated).toHaveBeenCalledExactlyOnceWith(['gpt-4o', 'my-model'])
  })

  it('leaves unknown names out where none may be added', async () => {
    const { user } = await renderPage(<Harness />)
    await user.click(input())
    await user.paste('gpt-5 my-model')
    expect(value()).toBe('gpt-4o gpt-5')
  })

  it('adds what is typed with Enter, and never sends the form it stands in without it', async () => {
    const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    const { user } = await renderPage(
      <form onSubmit={sent}>
        <Harness creatable />
      </form>,
    )
    // As a quick hand does it: the key comes before what was typed has been drawn.
    input().focus()
    Object.assign(input(), { value: 'my-model' })
    fireEvent.keyDown(input(), { key: 'Enter' })
    expect(value()).toBe('gpt-4o my-model')
    await user.clear(input())
    await user.type(input(), 'gpt-5{ArrowDown}{Enter}')
    expect(value()).toBe('gpt-4o my-model gpt-5')
    expect(sent).not.toHaveBeenCalled()
  })

  it('keeps what is typed when it is left, where names of one’s own are taken', async () => {
    const { user } = await renderPage(<Harness creatable />)
    await user.type(input(), 'my-model')
    await user.tab()
    expect(value()).toBe('gpt-4o my-model')
  })

  it('adds a name of one’s own with a comma', async () => {
    const { user } = await renderPage(<Harness creatable />)
    await user.type(input(), 'my-model,')
    expect(value()).toBe('gpt-4o my-model')
  })

  it('removes a name by its button', async () => {
    const { user } = await renderPage(<Harness />)
    await user.click(screen.getByRole('button', { name: 'Remove gpt-4o' }))
    expect(value()).toBe('')
  })
})

it('Names are separated by commas, white space and line breaks, in any mixture', () => {
  expect(splitNames(' a, b\n\nc，d;e  ')).toEqual(['a', 'b', 'c', 'd', 'e'])
})
