import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rememberUser } from '../../lib/session.ts'
import { currentStatus, loadStatus } from '../../lib/status.ts'
import { answerCalls, granted } from '../../testing/answer-calls.ts'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen } from '../../testing/screen.ts'
import { openSettings, press } from '../../testing/settings-page.tsx'

beforeEach(() => rememberUser(sampleUser({ role: 100 })))
afterEach(async () => {
  await showInCurrency(true)
})

const showInCurrency = async (display_in_currency: boolean) => {
  const status = { ...currentStatus(), display_in_currency }
  answerCalls({ 'GET /api/status': () => ({ body: granted(status) }) })
  await loadStatus()
}

describe('options that are amounts', () => {
  it('are typed in dollars and kept in quota', async () => {
    const page = await openSettings('/setting?keyword=QuotaForNewUser', { QuotaForNewUser: '250000' })
    const amount = await screen.findByLabelText('New user quota')
    expect(amount).toHaveProperty('value', '0.5')
    await page.user.clear(amount)
    await page.user.type(amount, '20')
    await press(page, 'Save Quota')
    await screen.findByText('Saved')
    expect(page.sent()).toEqual([{ key: 'QuotaForNewUser', value: '10000000' }])
  })
  it('are typed in quota, and what they are worth is said, where amounts are shown as quota', async () => {
    await showInCurrency(false)
    await openSettings('/setting?keyword=QuotaForNewUser', { QuotaForNewUser: '250000' })
    expect(await screen.findByLabelText('New user quota')).toHaveProperty('value', '250000')
    expect(screen.getByText('≈ $0.50')).toBeTruthy()
  })
})
