import { render } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

const drawn = (part: ReturnType<typeof makePart>) => {
  const Part = part
  const { container } = render(
    <Suspense fallback="…">
      <Part />
    </Suspense>,
  )
  return container.textContent
}
const makePart = () => lazyPart(async () => ({ Here: () => 'here' }), 'Here')

it('a part whose code has come is drawn at once: React holds back what was waited for, were it only for a moment', async () => {
  const part = makePart()
  expect(drawn(part)).toBe('…')
  await part.preload()
  expect(drawn(part)).toBe('here')
})
