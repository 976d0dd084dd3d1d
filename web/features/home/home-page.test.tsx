import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { screen } from '../../testing/screen.ts'
import { HomePage } from './home-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const open = (content: string) => {
  answerCalls({ 'GET /api/home_page_content': () => ({ body: granted(content) }) })
  return renderPage(<HomePage />, { areas: ['home'] })
}

describe('The home page', () => {
  it('tells how to start while the operator has written nothing', async () => {
    await open(' ')
    await screen.findByRole('link', { name: 'Get an API token' })
    expect(screen.getByText(`${location.origin}/v1`)).toBeTruthy()
  })

  it('is what the operator wrote, or the page at the address that he gave', async () => {
    const { unmount } = await open('<p>Ours <b>alone</b></p>')
    await waitFor(() => expect(document.querySelector('p b')?.textContent).toBe('alone'))
    unmount()
    await open('https://home.example/')
    await waitFor(() => expect(document.querySelector('iframe')?.src).toBe('https://home.example/'))
  })
})
