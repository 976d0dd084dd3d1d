import type { Locator, Page } from 'playwright-core'
import { unfolded } from './folded.ts'
import type { Shot } from './shot.ts'

const rows = (page: Page) => page.locator('tbody tr')
const rowMenu = async (page: Page) => {
  await rows(page).first().getByRole('button').last().click()
  await page.getByRole('menuitem').first().waitFor()
}
const onlyThis = (page: Page) => rows(page).first().locator('td:has(.lucide-list-filter)').first().hover()
const selected = async (page: Page) => {
  for (const row of [0, 1]) await rows(page).nth(row).getByRole('checkbox').click()
}
/** The dialog that sets values of what is selected. */
const setValues = async (page: Page) => {
  await selected(page)
  await page.locator('[data-bulk-bar] button:has(.lucide-sliders-horizontal)').click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('9')
}
/** The question before an act on an account, with its reason. */
const ban = async (page: Page) => {
  // Nobody bans himself, who is the last.
  await rows(page).first().getByRole('button').last().click()
  await page.locator('[role=menuitem]:has(.lucide-ban)').click()
  await page.getByRole('alertdialog').waitFor()
}
const batches = async (page: Page) => (await unfolded(page.getByRole('radio').last(), 'ellipsis')).click()
/** Where the link leads to; its address is in the picture. */
const elsewhere = 'https://chat.example/**'
const answerElsewhere = async (page: Page) => {
  await page.route(elsewhere, (route) => route.fulfill({ body: route.request().url() }))
}
const ledElsewhere = (page: Page) => page.waitForURL(elsewhere)
const drawer = (page: Page) => page.getByRole('dialog').first().waitFor()
/** A row that is looked into. */
const peek = async (page: Page) => {
  const row = page.locator('[data-row]').first()
  const { width = 0, height = 0 } = (await row.boundingBox()) ?? {}
  await row.click({ position: { x: width / 2, y: height - 3 } })
  await drawer(page)
}
/** All about a row: by its id, and where its card has none by its menu. */
const openRecordOf = async (page: Page, row: Locator) => {
  const id = row.locator('button:has(code)')
  if ((await id.count()) > 0) await id.click()
  else {
    await row.locator('[aria-haspopup=menu]').last().click()
    await page.getByRole('menuitem', { name: /^(?:View details|查看详情)$/ }).click()
  }
  await drawer(page)
}
const openRecord = (page: Page) => openRecordOf(page, page.locator('[data-row]').first())
/** Of the one that is done, which was handed in first. */
const openFirstDone = (page: Page) => openRecordOf(page, page.locator('[data-row]').last())
const openDrawing = async (page: Page) => {
  await page.locator('main button:has(.lucide-image)').first().click()
  await drawer(page)
}
const palette = (words: string) => async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(words)
  await page.getByRole('dialog').getByRole('combobox').waitFor()
}

const cost = (input: number, output: number) => ({ cost: { input, output, cache_read: input / 10 } })
const prices = {
  acme: { models: { 'gpt-4o-mini': cost(0.15, 0.6), 'claude-sonnet-4-5': cost(3, 15), 'gpt-4o': cost(3, 12) } },
  reseller: { models: { 'gpt-4o-mini': cost(0.2, 0.8), o3: cost(1.5, 6) } },
}
const readPrices = async (page: Page) => {
  const buffer = Buffer.from(JSON.stringify(prices))
  await page.locator('input[type=file]').setInputFiles({ name: 'prices.json', mimeType: 'application/json', buffer })
  await page.getByRole('listitem').filter({ hasText: 'prices.json' }).first().scrollIntoViewIfNeeded()
}

/** What two models of a channel cost: its table is the last of a form that is open to its end, as the channel has a tag. */
const costTable = async (page: Page) => {
  const form = page.getByRole('dialog').first()
  const table = form.locator('fieldset').last()
  for (const model of ['gpt-5', '*']) {
    await table.getByRole('textbox').last().fill(model)
    await page.keyboard.press('Enter')
  }
  for (const [place, price] of ['1.25', '10', '0.125'].entries())
    await table
      .getByRole('textbox')
      .nth(place + 1)
      .fill(price)
  await table.scrollIntoViewIfNeeded()
}

const list = (name: string, path: string): Shot[] => [
  { name, path },
  { name: `${name}-menu`, path, deskOnly: true, steps: rowMenu },
]
const chosen = (name: string, path: string): Shot => ({
  name: `${name}-selected`,
  path,
  deskOnly: true,
  steps: selected,
})
const form = (name: string, path: string): Shot[] => [
  { name: `${name}-add`, path: `${path}/add`, steps: drawer },
  { name: `${name}-edit`, path: `${path}/edit/2`, steps: drawer },
]

export const shots: readonly Shot[] = [
  ...['', 'about', 'pricing', 'login', 'register', 'reset', 'chat', 'nowhere'].map(
    (path): Shot => ({ name: `visitor-${path || 'home'}`, path: `/${path}`, reader: 'visitor' }),
  ),
  { name: 'visitor-oauth', path: '/oauth/github?code=none&state=none', reader: 'visitor' },
  { name: 'visitor-new-password', path: '/user/reset?email=ann@example.com&token=none', reader: 'visitor' },
  { name: 'setup', path: '/setup', reader: 'founder' },
  { name: 'nowhere', path: '/nowhere' },
  { name: 'home', path: '/' },
  { name: 'start', path: '/start' },
  { name: 'status', path: '/status' },
  { name: 'dashboard', path: '/detail' },
  { name: 'pricing', path: '/pricing' },
  { name: 'pricing-compare', path: '/pricing?compare=gpt-4o,gpt-4o-mini,claude-sonnet-4-5', steps: drawer },
  { name: 'playground', path: '/playground' },
  { name: 'chat', path: '/chat' },
  { name: 'chat-first', path: '/chat/0' },
  { name: 'chat-link', path: '/chat2link', unsettled: true, prepare: answerElsewhere, steps: ledElsewhere },
  ...list('tokens', '/token'),
  chosen('tokens', '/token'),
  ...form('tokens', '/token'),
  { name: 'token', path: '/token/1' },
  { name: 'logs', path: '/log' },
  { name: 'logs-only-this', path: '/log', deskOnly: true, steps: onlyThis },
  { name: 'logs-peek', path: '/log', steps: peek },
  { name: 'logs-none', path: '/log?model_name=nothing' },
  { name: 'drawings', path: '/midjourney' },
  { name: 'drawings-viewer', path: '/midjourney', steps: openDrawing },
  { name: 'songs', path: '/task' },
  { name: 'songs-record', path: '/task', steps: openFirstDone },
  { name: 'videos', path: '/video' },
  { name: 'videos-record', path: '/video', steps: openFirstDone },
  ...list('batches', '/batch'),
  { name: 'batches-record', path: '/batch', steps: openRecord },
  ...list('channels', '/channel'),
  chosen('channels', '/channel'),
  ...form('channels', '/channel'),
  { name: 'channels-values', path: '/channel', deskOnly: true, steps: setValues },
  { name: 'channels-costs', path: '/channel/edit/2', steps: costTable },
  { name: 'channel-page', path: '/channel/1' },
  ...list('redemptions', '/redemption'),
  chosen('redemptions', '/redemption'),
  ...form('redemptions', '/redemption'),
  { name: 'redemptions-batches', path: '/redemption', steps: batches },
  { name: 'redemptions-peek', path: '/redemption', steps: peek },
  ...list('users', '/user'),
  ...form('users', '/user'),
  { name: 'users-ban', path: '/user', deskOnly: true, steps: ban },
  { name: 'user', path: '/user/2' },
  { name: 'prices', path: '/price' },
  { name: 'prices-unset', path: '/price?view=unset' },
  { name: 'prices-ratios', path: '/price?view=ratios' },
  { name: 'prices-lists', path: '/price?view=lists', steps: readPrices },
  { name: 'groups', path: '/group' },
  ...['operation', 'ratelimit', 'models', 'system', 'other'].map(
    (name): Shot => ({ name: `settings-${name}`, path: `/setting?tab=${name}` }),
  ),
  { name: 'audit', path: '/audit' },
  { name: 'audit-peek', path: '/audit', steps: peek },
  { name: 'wallet', path: '/topup' },
  { name: 'personal', path: '/personal' },
  ...['security', 'notification', 'price', 'invitation'].map(
    (name): Shot => ({ name: `personal-${name}`, path: `/personal?tab=${name}` }),
  ),
  { name: 'palette', path: '/token', steps: palette('a') },
]
