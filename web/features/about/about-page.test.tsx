import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { AboutPage } from './about-page.tsx'

const open = (body: unknown) => {
  answerCalls({ 'GET /api/about': () => ({ body }) })
  return renderPage(<AboutPage />, { path: '/about', areas: ['home'] })
}

describe('The about page', () => {
  it('is what the operator wrote, and says so while that is nothing', async () => {
    const { unmount } = await open(granted(''))
    await screen.findByText('Nothing to read here yet')
    unmount()
    await open(granted('# We\n\nare **here**'))
    await waitFor(() => expect(document.querySelector('strong')?.textContent).toBe('here'))
  })

  it('says why it could not be loaded, and tries again', async () => {
    const { user } = await open(refused('The disk is full'))
    await screen.findByText('The disk is full')
    answerCalls({ 'GET /api/about': () => ({ body: granted('Back again') }) })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Back again')
  })
})
