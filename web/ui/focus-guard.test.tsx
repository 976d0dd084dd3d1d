import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { useFocusGuard } from './focus-guard.ts'

type Row = { name: string; isUsable?: boolean }

function Page({ first, after }: { first: readonly Row[]; after: readonly Row[] }) {
  const [rows, setRows] = useState(first)
  useFocusGuard()
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
  { what: 'goes away, to what takes its place', press: 'b', after: [a, c], then: 'c' },
  { what: 'is replaced by another, to that one', press: 'b', after: [a, { name: 'new' }, c], then: 'new' },
  { what: 'was the last of its list, to the one before', press: 'c', after: [a, b], then: 'b' },
  { what: 'can no longer be used, to the next that can', press: 'a', after: [{ ...a, isUsable: false }, b, c], then: 'b' },
  {
    what: 'was the last that can be used, to the one before',
    press: 'c',
    after: [a, b, { ...c, isUsable: false }],
    then: 'b',
  },
])('The focus goes on when what has it $what', async ({ press, after, then }) => {
  const { user } = await renderPage(<Page first={[a, b, c]} after={after} />)
  await user.click(screen.getByRole('button', { name: press }))
  await waitFor(() => expect(focused()).toBe(then))
})

it('Who takes the focus away from everything is not given it back', async () => {
  await renderPage(<Page first={[{ name: 'only' }]} after={[]} />)
  const only = screen.getByRole('button', { name: 'only' })
  only.focus()
  only.blur()
  await Promise.resolve()
  only.click()
  await waitFor(() => expect(screen.queryByText('only')).toBeNull())
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(document.activeElement).toBe(document.body)
})
