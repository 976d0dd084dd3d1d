import type { Page, Route } from 'playwright-core'
import type { Shot } from './shot.ts'

/** Lists and records: what asks for something before it can show what it is for. */
const asking: readonly [name: string, path: string][] = [
  ['pricing', '/pricing'],
  ['status', '/status'],
  ['start', '/start'],
  ['playground', '/playground'],
  ['dashboard', '/detail'],
  ['tokens', '/token'],
  ['token', '/token/1'],
  ['logs', '/log'],
  ['drawings', '/midjourney'],
  ['songs', '/task'],
  ['videos', '/video'],
  ['batches', '/batch'],
  ['channels', '/channel'],
  ['channel', '/channel/1'],
  ['redemptions', '/redemption'],
  ['users', '/user'],
  ['user', '/user/2'],
  ['prices', '/price'],
  ['groups', '/group'],
  ['settings', '/setting'],
  ['audit', '/audit'],
  ['wallet', '/topup'],
  ['personal', '/personal'],
]

/** What the frame around a page asks for is answered: nothing would stand there without it. */
const isOfFrame = (route: Route): boolean =>
  /\/api\/(status|user\/self|setup|notice)$/.test(new URL(route.request().url()).pathname)

const answered = (act: (route: Route) => Promise<void>) => async (page: Page) => {
  await page.route('**/api/**', (route) => (isOfFrame(route) ? route.continue() : act(route)))
}

const refusal = { success: false, message: 'The database did not answer in time.' }
const refused = answered((route) => route.fulfill({ status: 500, json: refusal }))
const unanswered = answered(() => new Promise(() => undefined))

/** On a phone some of what is on a page is not drawn. */
const seen = (page: Page, what: string) => page.locator(what).filter({ visible: true }).first().waitFor()
const heading = (page: Page) => seen(page, 'main :is(h1, h2, textarea, [aria-busy=true])')
const fault = (page: Page) => seen(page, 'main [role=alert], [role=log] > *')

/** Each of them before its answers come, where they do not come, and where there is nothing yet. */
export const pageStates: readonly Shot[] = asking.flatMap(([name, path]): Shot[] => [
  { name: `${name}-waiting`, path, unsettled: true, prepare: unanswered, steps: heading },
  { name: `${name}-refused`, path, unsettled: true, prepare: refused, steps: fault },
  // What is not there is a record that is gone.
  { name: `${name}-nothing-yet`, path: path.replace(/\d+$/, '999'), reader: 'newcomer' },
])

/** What a user has in place of the super admin's. */
export const userShots: readonly Shot[] = [
  ...asking.map(([name, path]): Shot => ({ name: `${name}-of-a-user`, path, reader: 'user' })),
]
