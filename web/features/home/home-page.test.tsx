import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
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

  inEachLanguage('is not taken for one that nobody wrote when it could not be loaded', async () => {
    answerCalls({ 'GET /api/home_page_content': () => ({ status: 502, body: '' }) })
    const { user } = await renderPage(<HomePage />, { areas: ['home'] })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByRole('link', { name: 'Get an API token' })).toBeNull()
    answerCalls({ 'GET /api/home_page_content': () => ({ body: granted('') }) })
    await user.click(retry)
    await screen.findByRole('link', { name: 'Get an API token' })
  })
})
