import type { Page } from 'playwright-core'
import { unfolded } from './folded.ts'
import type { Shot } from './shot.ts'

/** The first call to an address is refused as by a server in trouble. */
const failing = (address: string) => async (page: Page) => {
  const refusal = { success: false, message: 'The database did not answer in time.' }
  await page.route(address, (route) => route.fulfill({ status: 500, json: refusal }), { times: 1 })
  await page.reload()
  await page.locator('main [role=alert]').first().waitFor()
}
/** The first call and its repetition reach nobody. */
const connectionLost = async (page: Page) => {
  await page.route('**/api/token/**', (route) => route.abort(), { times: 2 })
  await page.locator('main button:has(.lucide-refresh-cw)').first().click()
  await page.locator('[role=log] > *').first().waitFor()
}
const sentEmpty = async (page: Page) => {
  const form = page.getByRole('dialog').first()
  await form.getByRole('textbox').first().fill('')
  await form.locator('button[type=submit]').click()
  await form.locator('[aria-invalid=true]').first().waitFor()
}
const opened = (button: string, what: string) => async (page: Page) => {
  await page.locator(`main ${button}`).first().click()
  await page.locator(what).last().waitFor()
}
const choicesOpened = async (page: Page) => {
  await unfolded(page.locator('main [role=combobox]').first(), 'sliders-horizontal')
  await opened('[role=combobox]', '[role=listbox]')(page)
}
const changed = (page: Page) => page.getByRole('switch').first().click()

const hour = 3600
const now = Math.floor(Date.now() / 1000 / hour) * hour

/** What the controls of pages lead to, and what stands there when something does not work. */
export const stateShots: readonly Shot[] = [
  { name: 'logs-failed', path: '/log', steps: failing('**/api/log/?**') },
  { name: 'dashboard-failed', path: '/detail', steps: failing('**/api/data/?**') },
  { name: 'settings-failed', path: '/setting', steps: failing('**/api/option/') },
  { name: 'tokens-connection-lost', path: '/token', steps: connectionLost },
  { name: 'tokens-add-empty', path: '/token/add', steps: sentEmpty },
  { name: 'logs-choices', path: '/log', steps: choicesOpened },
  {
    name: 'logs-columns',
    path: '/log',
    deskOnly: true,
    steps: opened('button:has(.lucide-columns-3)', '[role=dialog]'),
  },
  { name: 'logs-range', path: '/log', steps: opened('button:has(.lucide-calendar-clock)', '[role=dialog]') },
  { name: 'settings-changed', path: '/setting?tab=system', steps: changed },
  { name: 'dashboard-narrowed', path: `/detail?start_timestamp=${now - 2 * hour}&end_timestamp=${now + hour - 1}` },
]
