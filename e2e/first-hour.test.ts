import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { chatBody, chatEvents } from '#testing/chat-answers.ts'
import { operator } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { endStep } from '#testing/step-ends.ts'
import { violationsOf } from '#testing/violations.ts'

const pages = freshPages()

let browser: Browser
let vendor: AnsweringUpstream
let server: ServerProcess
let isDown = false

beforeAll(async () => {
  browser = await sharedBrowser()
  vendor = await startAnsweringUpstream(({ path, body }, response) => {
    if (path === '/v1/models') return answerJson(response, 200, { data: [{ id: 'house-model' }, { id: 'old-model' }] })
    if (isDown) return answerJson(response, 400, { error: { message: 'out to lunch', type: 'invalid_request_error' } })
    if (body.stream !== true) return answerJson(response, 200, chatBody({ content: 'Hello.' }))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(chatEvents(['Hello', ' there.'], { model: 'house-model' }).join(''))
  })
  server = await startServerProcess()
})
afterAll(async () => {
  await server.remove()
  await vendor.close()
})

const mostClicks = 10

/** With the key in the command that the page shows, or what was made of it; answers with the status. */
const callFromElsewhere = async (page: Page, pasted = (key: string) => key): Promise<number> => {
  await endStep()
  const [key = ''] = /sk-[0-9A-Za-z]{48}/.exec(await page.locator('pre').innerText()) ?? []
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${pasted(key)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'house-model', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  return response.status
}

it('leads from the setup to the first call within ten clicks, and goes on where it was left', async () => {
  const page = await pages.open(browser, server.url, { user: undefined })
  let clicks = 0
  const click = async (name: string | RegExp) => {
    clicks += 1
    await page.getByRole('button', { name }).click()
  }
  await page.getByLabel(/^Username/).fill(operator.username)
  await page.getByLabel(/^Password/).fill(operator.password)
  await page.getByLabel(/^Confirm password/).fill(operator.password)
  await click(/^Initialize/)
  await page.waitForURL('**/start')

  await page.getByLabel('API key').fill(`${vendor.url}/v1 sk-house`)
  await expect.poll(() => page.getByLabel('API key').inputValue()).toBe('sk-house')
  await click('Find models')
  await page.getByRole('checkbox', { name: 'house-model' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'house-model' }).isChecked()).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  clicks += 1
  await page.getByRole('checkbox', { name: 'old-model' }).uncheck()
  await click(/^Connect /)

  // What it takes comes from the data: another tab goes on where this one is.
  await page.getByLabel('Input price of house-model').waitFor()
  await page.reload()
  await page.getByText('2 of 5 steps done').waitFor()
  await page.getByLabel('Input price of house-model').fill('2')
  await page.getByLabel('Output price of house-model').fill('8')
  await click('Save prices')
  await click('Create token')
  await page.getByText(`curl ${server.url}/v1/chat/completions`).waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await callFromElsewhere(page, (key) => key.slice(0, -1))).toBe(401)
  await page.getByText('Its key is none of this site: copy the whole command again.').waitFor()
  isDown = true
  expect(await callFromElsewhere(page)).toBe(400)
  await page.getByText('out to lunch').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await click('Send the request')
  await page.getByRole('button', { name: 'Send the request', disabled: false }).waitFor()
  await page.getByText('out to lunch').waitFor()
  isDown = false
  expect(await callFromElsewhere(page)).toBe(200)
  await page.getByText(/house-model · 20 tokens · \$/).waitFor()
  expect(clicks).toBeLessThanOrEqual(mostClicks)
  expect(vendor.calls.at(-1)?.key).toBe('sk-house')
  expect(await violationsOf(page)).toEqual([])

  // It is over, and found again in the menu.
  await page.goto(`${server.url}/token`)
  await page.getByRole('button', { name: /^account: /i }).click()
  await page.getByRole('menuitem', { name: 'Getting started' }).click()
  await page.getByText('5 of 5 steps done').waitFor()
  await page.getByRole('link', { name: 'See it in the log' }).click()
  await page.getByRole('row').filter({ hasText: 'house-model' }).waitFor()
})
