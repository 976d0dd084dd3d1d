import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { currentStatus } from '../lib/status.ts'
import { answerCalls, granted } from '../testing/answer-calls.ts'
import { inEachLanguage } from '../testing/languages.ts'
import { renderPage } from '../testing/render-page.tsx'
import { screen } from '../testing/screen.ts'
import { said } from '../testing/wordings.ts'
import { StorageNotice } from './storage-notice.tsx'

const open = async (calls_paused: boolean) => {
  const calls = answerCalls({ 'GET /api/status': () => ({ body: granted({ ...currentStatus(), calls_paused }) }) })
  await renderPage(<StorageNotice />)
  await expect.poll(() => calls.length).toBeGreaterThan(0)
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('What administrators are told of the storage', () => {
  inEachLanguage('F15: says that no new call begins, and what to do', async () => {
    await open(true)
    expect((await screen.findByRole('alert')).textContent).toContain(said('No new calls begin'))
  })

  it('says nothing while charges can be stored', async () => {
    await open(false)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
