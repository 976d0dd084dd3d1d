import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Boundary } from './boundary.tsx'

it('What a page does without leaves what stood there before where its code does not come', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn(async (): Promise<{ Named: () => string }> => {
    throw new Error('gone with an older build')
  })
  const Named = lazyPart(load, 'Named')
  render(
    <Boundary loading="RetryTimes" isOptional>
      <Named />
    </Boundary>,
  )
  // React tells what a boundary caught.
  await vi.waitFor(() => expect(told).toHaveBeenCalled())
  expect(load).toHaveBeenCalledTimes(2)
  screen.getByText('RetryTimes')
  vi.restoreAllMocks()
})
