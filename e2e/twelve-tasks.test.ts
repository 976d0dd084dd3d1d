import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { channels } from '#contract/channels.ts'
import { logs } from '#contract/logs.ts'
import { redemptions } from '#contract/redemptions.ts'
import { users } from '#contract/users.ts'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { chatBody, chatUsage } from '#testing/chat-answers.ts'
import { type ConsoleClient, operator, setUp } from '#testing/console-client.ts'
import { countClicks, enter } from '#testing/counted-clicks.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

/** What people come to the console for, each by the shortest way that a person sees. */
const pages = freshPages()

let browser: Browser
let vendor: AnsweringUpstream
let server: ServerProcess
let client: ConsoleClient
let key: string
let isDown = false
const million = { prompt_tokens: 1_000_000, completion_tokens: 500_000, total_tokens: 1_500_000 }
let usage = chatUsage
const models = ['small-model', 'large-model']

beforeAll(async () => {
  browser = await sharedBrowser()
  vendor = await startAnsweringUpstream(({ path }, response) => {
    if (path === '/v1/models') return answerJson(response, 200, { data: models.map((id) => ({ id })) })
    if (isDown) return answerJson(response, 400, { error: { message: 'out to lunch', type: 'invalid_request_error' } })
    answerJson(response, 200, chatBody({ content: 'Hello.' }, usage))
  })
  server = await startServerProcess()
  client = await setUp(server.url)
  await addChannel(client, { baseUrl: vendor.url, models })
  key = (await addToken(client)).key
})
beforeEach(() => {
  isDown = false
  usage = million
})
afterAll(async () => {
  await server.remove()
  await vendor.close()
})

const call = async (model: string): Promise<number> => {
  const { status } = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  })
  return status
}

const logged = async (): Promise<number> => (await client.call(logs.list, { query: {} })).total

/** The clicks of a task that begins at the dashboard. */
const task = async (run: (page: Page) => Promise<unknown>): Promise<number> => {
  const page = await pages.open(browser, `${server.url}/detail`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const clicks = await countClicks(page)
  await run(page)
  return clicks()
}
const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const chooseFor = async (page: Page, name: string, action: string) => {
  await press(page, `Actions for ${name}`)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const answer = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

it('from the setup to the first call: 9 clicks', async () => {
  usage = chatUsage
  const fresh = await startServerProcess()
  onTestFinished(() => fresh.remove())
  const page = await pages.open(browser, fresh.url, { user: undefined })
  const clicks = await countClicks(page)
  await enter(page.getByLabel(/^Username/), operator.username)
  await enter(page.getByLabel(/^Password/), operator.password)
  await enter(page.getByLabel(/^Confirm password/), operator.password)
  await press(page, /^Initialize/)
  await page.waitForURL('**/start')
  await enter(page.getByLabel('API key'), `${vendor.url}/v1 sk-house`)
  await press(page, 'Find models')
  await press(page, /^Connect /)
  for (const model of models) {
    await enter(page.getByLabel(`Input price of ${model}`), '2')
    await enter(page.getByLabel(`Output price of ${model}`), '8')
  }
  await press(page, 'Save prices')
  await press(page, 'Create token')
  await press(page, 'Send the request')
  await page.getByText(/-model · \d+ tokens · \$/).waitFor()
  expect(await clicks()).toBeLessThanOrEqual(9)
})

it('why a call failed yesterday: 5 clicks', async () => {
  isDown = true
  expect(await call('small-model')).toBe(400)
  const { items } = await client.call(logs.list, { query: {} })
  const failedAt = items[0]?.created_at ?? 0
  const clicks = await task(async (page) => {
    // It is asked a day later, by the server's clock too, which the console goes by.
    const asked = new Date((failedAt + 24 * 3600) * 1000)
    await page.context().clock.setFixedTime(asked)
    await page.context().route('**/api/**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), date: asked.toUTCString() } })
    })
    await goTo(page, 'Usage logs')
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Failed', exact: true }).click()
    await page.locator('main button[aria-haspopup=dialog]').first().click()
    await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
    await page.waitForURL('**range=yesterday**')
    await page.getByRole('table').getByText('out to lunch').first().waitFor()
  })
  expect(clicks).toBeLessThanOrEqual(5)
})

it('raise a price and see what the next call is charged: 5 clicks', async () => {
  const clicks = await task(async (page) => {
    await goTo(page, 'Model prices')
    await enter(page.getByLabel('Search models'), 'small-model')
    await enter(page.getByRole('textbox', { name: 'Ratio of small-model', exact: true }), '5')
    await press(page, 'Save changes')
    await page.getByRole('region', { name: /unsaved/ }).waitFor({ state: 'hidden' })
    // A million tokens and half a million of the answer's, each million for 10 dollars.
    const before = await logged()
    expect(await call('small-model')).toBe(200)
    await expect.poll(logged).toBe(before + 1)
    await goTo(page, 'Usage logs')
    await page.getByRole('row').filter({ hasText: 'small-model' }).first().getByText('$15.00').waitFor()
  })
  expect(clicks).toBeLessThanOrEqual(5)
})

it('give 20 dollars to a user, and block another: 5 clicks and 4', async () => {
  for (const username of ['bob', 'eve'])
    await client.call(users.create, { body: { username, password: 'stone-river-1', display_name: '' } })
  const giving = await task(async (page) => {
    await goTo(page, 'Users')
    await chooseFor(page, 'bob', 'Edit')
    await enter(page.getByRole('dialog').getByLabel(/^Adjust balance/), '20')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row').filter({ hasText: 'bob' }).getByText('$20.00').waitFor()
  })
  const blocking = await task(async (page) => {
    await goTo(page, 'Users')
    await chooseFor(page, 'eve', 'Ban')
    await answer(page, 'Ban')
    await page.getByRole('row').filter({ hasText: 'eve' }).getByText('Banned').waitFor()
  })
  expect(giving).toBeLessThanOrEqual(5)
  expect(blocking).toBeLessThanOrEqual(4)
})

it('the most expensive key of the week, and revenue by model: 3 clicks and 2', async () => {
  expect(await call('large-model')).toBe(200)
  const lastWeek = async (page: Page) => {
    await page.getByRole('combobox', { name: 'Time range' }).click()
    await page.getByRole('option', { name: 'Last 7 days' }).click()
  }
  const dearest = await task(async (page) => {
    await lastWeek(page)
    await page.getByRole('radio', { name: 'Token' }).click()
    await page.getByRole('table', { name: 'Token' }).locator('tbody tr').first().getByText(/^\$/).first().waitFor()
  })
  const revenue = await task(async (page) => {
    await lastWeek(page)
    const ofModel = page.getByRole('table', { name: 'Model' }).getByRole('row').filter({ hasText: 'large-model' })
    await ofModel.getByText('$3.00', { exact: true }).waitFor()
  })
  expect(dearest).toBeLessThanOrEqual(3)
  expect(revenue).toBeLessThanOrEqual(2)
})

it('find the channels that fail, and disable them: 6 clicks', async () => {
  const body = { name: 'broken', type: 1, key: 'sk-gone', base_url: 'http://127.0.0.1:9', models: 'small-model' }
  const { id } = await client.call(channels.create, { body: { ...body, group: 'default' } })
  const clicks = await task(async (page) => {
    await goTo(page, 'Channels')
    await press(page, 'All channels')
    await page.getByRole('menuitem', { name: 'Test all channels' }).click()
    await answer(page, 'Test')
    await press(page, /^Disable 1 channel/)
    await answer(page, 'Disable')
    await page.getByRole('row').filter({ hasText: 'broken' }).getByText('Disabled', { exact: true }).first().waitFor()
  })
  expect(clicks).toBeLessThanOrEqual(6)
  expect((await client.call(channels.read, { params: { id: String(id) } })).status).toBe(2)
})

it('a token for two models, and another key in place of one: 6 clicks and 4', async () => {
  const limited = await task(async (page) => {
    await goTo(page, 'API tokens')
    await press(page, 'Create token')
    const drawer = page.getByRole('dialog')
    await enter(drawer.getByLabel(/^Name/), 'two models')
    for (const model of models) {
      await enter(drawer.getByLabel('Model limits'), model)
      await page.getByRole('option', { name: model }).click()
    }
    await drawer.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Your new token').waitFor()
  })
  const replaced = await task(async (page) => {
    await goTo(page, 'API tokens')
    await chooseFor(page, 'two models', 'Replace key')
    await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click()
    await page.getByText('New key of “two models”').waitFor()
  })
  expect(limited).toBeLessThanOrEqual(6)
  expect(replaced).toBeLessThanOrEqual(4)
})

it('a hundred codes as a file: 5 clicks', async () => {
  const clicks = await task(async (page) => {
    await goTo(page, 'Redemption codes')
    await press(page, 'Create codes')
    await enter(page.getByRole('dialog').getByLabel(/^Number to create/), '100')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    const download = page.waitForEvent('download')
    await press(page, 'Download CSV')
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  })
  expect(clicks).toBeLessThanOrEqual(5)
  expect((await client.call(redemptions.list, { query: {} })).total).toBe(100)
})

it('the own password: 6 clicks', async () => {
  const clicks = await task(async (page) => {
    await press(page, /^account: /i)
    await page.getByRole('menuitem', { name: 'Personal settings' }).click()
    await page.getByRole('tab', { name: 'Security' }).click()
    await press(page, 'Change password')
    const dialog = page.getByRole('dialog')
    await enter(dialog.getByLabel('Current password'), operator.password)
    await enter(dialog.getByLabel('New password', { exact: false }).first(), 'stone-river-22')
    await enter(dialog.getByLabel('Confirm new password'), 'stone-river-22')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed').waitFor()
  })
  expect(clicks).toBeLessThanOrEqual(6)
})
