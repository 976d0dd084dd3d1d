import { screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { expect, it } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { guardFocus } from './focus-guard.ts'

type Row = { name: string; isUsable?: boolean }

function Page({ first, after }: { first: readonly Row[]; after: readonly Row[] }) {
  const [rows, setRows] = useState(first)
  useEffect(guardFocus, [])
  return (
    <main tabIndex={-1}>
      <ul>
        {rows.map(({ name, isUsable = true }) => (
          <li key={name}>
            <button type="button" disabled={!isUsable} onClick={() => setRows(after)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button">last</button>
    </main>
  )
}

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]

const focused = () => document.activeElement?.textContent

it.each([
  { what: 'goes away, to what takes its place', press: 'b', after: [a, c], goesTo: 'c' },
  { what: 'is replaced by another, to that one', press: 'b', after: [a, { name: 'new' }, c], goesTo: 'new' },
  { what: 'was the last of its list, to the one before', press: 'c', after: [a, b], goesTo: 'b' },
  {
    what: 'can no longer be used, to the next that can',
    press: 'a',
    after: [{ ...a, isUsable: false }, b, c],
    goesTo: 'b',
  },
  {
    what: 'was the last that can be used, to the one before',
    press: 'c',
    after: [a, b, { ...c, isUsable: false }],
    goesTo: 'b',
  },
])('The focus goes on when what has it $what', async ({ press, after, goesTo }) => {
  const { user } = await renderPage(<Page first={[a, b, c]} after={after} />)
  await user.click(screen.getByRole('button', { name: press }))
  await waitFor(() => expect(focused()).toBe(goesTo))
})

function Menu() {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(true)
  useEffect(guardFocus, [])
  return (
    <main tabIndex={-1}>
      <div>
        <button type="button">first</button>
        {isWanted && (
          <button type="button" onClick={() => setOpen(true)}>
            opens
          </button>
        )}
        <button type="button">last</button>
      </div>
      {isOpen &&
        createPortal(
          <div role="dialog">
            <button
              type="button"
              // As a window does that is seen closing.
              onClick={({ currentTarget }) => {
                currentTarget.blur()
                setOpen(false)
              }}
            >
              close
            </button>
            <button
              type="button"
              onClick={() => {
                setWanted(false)
                setOpen(false)
              }}
            >
              remove
            </button>
          </div>,
          document.body,
        )}
    </main>
  )
}

it.each([
  { press: 'close', goesTo: 'opens', what: 'to what opened it' },
  { press: 'remove', goesTo: 'last', what: 'to what stands in the place of what opened it, where that is gone too' },
])('The focus goes on from a window that closed $what', async ({ press, goesTo }) => {
  const { user } = await renderPage(<Menu />)
  await user.click(screen.getByRole('button', { name: 'opens' }))
  screen.getByRole('button', { name: press }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe(goesTo))
})

it('Who takes the focus away from everything is not given it back', async () => {
  const { user } = await renderPage(<Page first={[{ name: 'only' }]} after={[]} />)
  const only = screen.getByRole('button', { name: 'only' })
  only.focus()
  await user.click(screen.getByRole('region', { name: 'Notifications' }))
  expect(document.activeElement).toBe(document.body)
  only.click()
  await waitFor(() => expect(screen.queryByText('only')).toBeNull())
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(document.activeElement).toBe(document.body)
})
