import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { screen } from '../testing/screen.ts'
import { ProgressBar, ProgressCircle } from './progress.tsx'

describe.each([
  ['a bar', ProgressBar],
  ['a circle', ProgressCircle],
])('Progress as %s', (_name, Progress) => {
  it('says how far something came that failed', () => {
    render(<Progress text="45%" tone="failed" label="Progress" />)
    expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('45')
    expect(screen.getByText('45%')).toBeTruthy()
  })

  it('never says 100 % of what failed, where all that is known is that it is over', () => {
    render(<Progress text="100%" tone="failed" label="Progress" />)
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByText('–')).toBeTruthy()
  })

  it('says 100 % of what is done', () => {
    render(<Progress text="100%" tone="done" label="Progress" />)
    expect(screen.getByText('100%')).toBeTruthy()
  })
})
