import OpenAI from 'openai'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedBrowser } from '#testing/browser.ts'
import { operator } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { startUpstream, type Upstream } from '#testing/upstream.ts'

const pages = freshPages()

let browser: Browser
let upstream: Upstream
let server: ServerProcess
let page: Page

beforeAll(async () => {
  browser = await sharedBrowser()
  upstream = await startUpstream()
  server = await startServerProcess()
})
afterAll(async () => {
  await server.remove()
  await upstream.close()
})

const setUpByHand = async (): Promise<void> => {
  await page.waitForURL('**/setup')
  await page.getByText('You are using SQLite').waitFor()
  const start = page.getByRole('button', { name: /^(set up|initialize|start|finish)/i })
  await start.click()
  await page.getByText(/enter the admin’s username/i).waitFor()
  await page.getByLabel(/^username/i).fill(operator.username)
  await page.getByLabel(/^password/i).fill('short')
  await page.getByLabel(/^confirm/i).fill('short')
  await start.click()
  await page
    .getByText(/at least 8 characters/i)
    .first()
    .waitFor()
  await page.getByLabel(/^password/i).fill(operator.password)
  await start.click()
  await page.getByText(/passwords do not match/i).waitFor()
  await page.getByLabel(/^confirm/i).fill(operator.password)
  await start.click()
  await page.waitForURL(`${server.url}/start`)
  await page.goto(`${server.url}/setup`)
  await page.waitForURL(`${server.url}/`)
}

const logInAfterAWrongPassword = async (): Promise<void> => {
  await page.goto(`${server.url}/token`)
  await page.waitForURL('**/login**')
  await page.getByLabel('Username or email').fill(operator.username)
  await page.getByLabel('Password', { exact: true }).fill('wrong-password')
  await page.getByRole('button', { name: 'Log in' }).last().click()
  await page
    .getByText(/wrong username or password/i)
    .first()
    .waitFor()
  await page.getByLabel('Password', { exact: true }).fill(operator.password)
  await page.getByRole('button', { name: 'Log in' }).last().click()
  await page.waitForURL('**/token')
  await page.getByRole('heading', { level: 1, name: 'API tokens' }).waitFor()
}

const addChannelByHand = async (): Promise<void> => {
  await page.goto(`${server.url}/channel`)
  await page.getByRole('button', { name: 'Add channel' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(/^name/i).fill('local')
  await drawer.getByLabel(/^key/i).fill('sk-upstream')
  await drawer.getByLabel(/^base url/i).fill(upstream.url)
  const models = drawer.getByLabel(/^models/i)
  await models.fill('gpt-4o-mini')
  await models.press('Enter')
  await drawer.getByRole('button', { name: 'Add channel' }).click()
  await page.getByText('Channel created').waitFor()
  await page.getByRole('cell', { name: 'local' }).first().waitFor()
}

const makeToken = async (): Promise<string> => {
  await page.goto(`${server.url}/token`)
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(/^name/i).fill('mine')
  await drawer.getByRole('button', { name: 'Create' }).click()
  const ready = page.getByRole('dialog').filter({ hasText: server.url })
  await ready.waitFor()
  const key = /sk-[0-9A-Za-z]{48}/.exec(await ready.innerText())?.[0] ?? ''
  expect(key).not.toBe('')
  return key
}

const callWithTheOfficialClient = async (key: string): Promise<void> => {
  const client = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 })
  const messages = [{ role: 'user' as const, content: 'Say something.' }]
  const whole = await client.chat.completions.create({ model: 'gpt-4o-mini', messages })
  expect(whole.choices[0]?.message.content).toBe('Water finds its way through the gate, slowly.')
  expect(whole.usage?.total_tokens).toBe(20)
  const stream = await client.chat.completions.create({
    model: 'gpt-4o-mini',
    messages,
    stream: true,
    stream_options: { include_usage: true },
  })
  let text = ''
  let total = 0
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? ''
    total = chunk.usage?.total_tokens ?? total
  }
  expect(text).toBe('Water finds its way through the gate, slowly.')
  expect(total).toBe(20)
  await expect(client.chat.completions.create({ model: 'nowhere', messages })).rejects.toMatchObject({ status: 404 })
  const listed = await client.models.list()
  expect(listed.data.map(({ id }) => id)).toEqual(['gpt-4o-mini'])
}

const readTheLog = async (): Promise<void> => {
  await page.goto(`${server.url}/log`)
  // gpt-4o-mini costs $0.15 and $0.60 a million: 10 and 10 tokens are 3.75 quota, rounded to 4.
  const rows = page.getByRole('row').filter({ hasText: 'gpt-4o-mini' })
  await expect.poll(() => rows.count()).toBe(2)
  for (const row of await rows.all()) expect(await row.innerText()).toContain('$0.000008')
  await rows.first().click()
  await page.getByRole('heading', { name: 'Billing details' }).waitFor()
  await page.getByText(/#1/).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const logOut = async (): Promise<void> => {
  await page.getByRole('button', { name: /^account: /i }).click()
  await page.getByRole('menuitem', { name: /log out/i }).click()
  await page.waitForURL('**/login**')
  await page.goto(`${server.url}/token`)
  await page.waitForURL('**/login**')
}

it('a new operator is led through the setup to a channel and a token, calls a model, sees what it cost, and leaves', async () => {
  page = await pages.open(browser, `${server.url}/channel`, { user: undefined })
  await setUpByHand()
  await logOut()
  await logInAfterAWrongPassword()
  await addChannelByHand()
  await callWithTheOfficialClient(await makeToken())
  await readTheLog()
  await logOut()
})
