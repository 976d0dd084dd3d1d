import { render } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { BoundaryContext, lazyPart, pagePart } from './lazy-part.tsx'

const drawn = (part: ReturnType<typeof makePart>) => {
  const Part = part
  const { container } = render(
    <BoundaryContext value={true}>
      <Suspense fallback="…">
        <Part />
      </Suspense>
    </BoundaryContext>,
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

it('the code of what a page draws with its data is asked for before it is drawn, and of other parts it is not', () => {
  const asked: string[] = []
  const loadOf = (name: string) => async () => {
    asked.push(name)
    return { Here: () => 'here' }
  }
  lazyPart(loadOf('a drawer'), 'Here')
  pagePart(loadOf('rows'), 'Here')
  expect(asked).toEqual(['rows'])
})

it('a part that stands in no boundary is found by whoever draws it: it would take the page away until it is here', async () => {
  const Part = makePart()
  await Part.preload()
  expect(() => render(<Part />)).toThrow('Here is drawn in no boundary')
})
