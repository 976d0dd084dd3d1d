import { expect, it } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { GroupButtons } from './group-ratio.tsx'

it('The ratio of a group is red above 5, orange above 3, blue above 1 and green else', async () => {
  const ratios = { a: 5.1, b: 5, c: 3, d: 1 }
  const groups = Object.keys(ratios)
  await renderPage(<GroupButtons groups={groups} ratios={ratios} cheapest={new Set()} shown="a" onShow={() => {}} />, {
    areas: ['pricing'],
  })
  const tones = screen
    .getAllByRole('button')
    .map(({ firstElementChild: badge }) => /\btext-(bad|orange|info|ok)\b/.exec(badge?.className ?? '')?.[1])
  expect(tones).toEqual(['bad', 'orange', 'info', 'ok'])
})
