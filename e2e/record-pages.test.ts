import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokens } from '#contract/tokens.ts'
import { users } from '#contract/users.ts'
import { type Look, looks, sharedBrowser } from '#testing/browser.ts'
import { createConsoleClient, operator, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { startUpstream, type Upstream } from '#testing/upstream.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

const ann = { username: 'ann', password: 'stone-river-1' }
const words = {
  en: { calls: 'Last requests', tokens: 'API tokens', user: 'User', enabled: 'Enabled' },
  zh: { calls: '最近请求', tokens: 'API 令牌', user: '用户', enabled: '已启用' },
}
const wordsOf = ({ language }: Look) => (language === 'zh' ? words.zh : words.en)

const pages = freshPages()

let browser: Browser
let upstream: Upstream
let server: ServerProcess
let userId: number
/** Two tokens of one name, of the operator and of a user: each pair was called with once each. */
const tokenIds = { root: [0, 0], ann: [0, 0] }

beforeAll(async () => {
  browser = await sharedBrowser()
  upstream = await startUpstream()
  server = await startServerProcess()
  const client = await setUp(server.url)
  await addChannel(client, { baseUrl: upstream.url, models: ['plain', 'other'] })
  userId = (await client.call(users.create, { body: ann })).id
  await client.call(users.update, { body: { id: userId, quota: 1_000_000 } })
  const own = createConsoleClient(server.url)
  await own.login(ann.username, ann.password)
  for (const [name, caller] of [
    ['root', client],
    ['ann', own],
  ] as const) {
    for (const [place, model] of ['plain', 'other'].entries()) {
      const { id, key } = await addToken(caller, { name: 'twin' })
      tokenIds[name][place] = id
      const answer = await fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
      })
      expect(answer.status, await answer.text()).toBe(200)
    }
  }
})
afterAll(async () => {
  await server.remove()
  await upstream.close()
})

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
const isFaultless = async (page: Page) => {
  await expect.poll(() => violationsOf(page)).toEqual([])
  expect(await scrollsSideways(page)).toBe(false)
}

describe('the page of a record', () => {
  for (const look of looks) {
    const said = wordsOf(look)
    const how = `${look.width} px, ${look.language}`

    for (const user of ['root', 'ann'] as const) {
      it(`shows ${user} the last calls of one token of two of a name, ${how}`, async () => {
        const [first, second] = tokenIds[user]
        const page = await pages.open(browser, `${server.url}/token/${first}`, {
          look,
          ...(user === 'ann' ? { user: ann } : {}),
        })
        const calls = section(page, said.calls)
        await calls.getByText('plain').first().waitFor()
        expect(await calls.getByText('other').count()).toBe(0)
        expect(await calls.getByText(said.user, { exact: true }).count()).toBe(0)
        await isFaultless(page)
        await page.goto(`${server.url}/token/${second}`)
        await calls.getByText('other').first().waitFor()
        expect(await calls.getByText('plain').count()).toBe(0)
      })
    }

    it(`shows an administrator a user with his tokens and calls, ${how}`, async () => {
      const page = await pages.open(browser, `${server.url}/user/${userId}`, { look })
      const own = section(page, said.tokens)
      await own.getByText('twin').first().waitFor()
      await expect.poll(() => page.title()).toMatch(/^ann · /)
      await own.getByText(said.enabled).first().waitFor()
      const calls = section(page, said.calls)
      await calls.getByText('plain').first().waitFor()
      expect(await calls.getByText(said.user, { exact: true }).count()).toBe(0)
      await isFaultless(page)
    })
  }

  it('of a token tells its owner what was done to it, and the administrator of her below it on her page', async () => {
    const [id] = tokenIds.ann
    const own = createConsoleClient(server.url)
    await own.login(ann.username, ann.password)
    await own.call(tokens.rotate, { params: { id: String(id) }, body: { keep_seconds: 60 } })
    const page = await pages.open(browser, `${server.url}/token/${id}`, { user: ann })
    const changes = section(page, 'Changes')
    await changes.getByText('API token key replaced').waitFor()
    await changes.getByText('API token created').waitFor()
    expect(await changes.getByRole('link', { name: 'All in the audit log' }).count()).toBe(0)
    await isFaultless(page)
    const administrators = await pages.open(browser, `${server.url}/user/${userId}`)
    const row = section(administrators, 'API tokens')
    await row
      .getByRole('button', { name: /^Show details of twin/ })
      .last()
      .click()
    await row.getByText('API token created').waitFor()
    await isFaultless(administrators)
  })

  it('of a user has pages of his tokens, which the address tells, and one behind the end is the last', async () => {
    const client = createConsoleClient(server.url)
    await client.login(operator.username, operator.password)
    const { id } = await client.call(users.create, { body: { ...ann, username: 'bob' } })
    const own = createConsoleClient(server.url)
    await own.login('bob', ann.password)
    for (let place = 1; place <= 11; place += 1) await addToken(own, { name: `token ${place}` })
    const page = await pages.open(browser, `${server.url}/user/${id}?tokens=9`)
    const part = section(page, 'API tokens')
    await part.getByText('11–11 of 11').waitFor()
    expect(new URL(page.url()).search).toBe('?tokens=2')
    await part.getByRole('button', { name: 'Previous page' }).click()
    await part.getByText('1–10 of 11').waitFor()
    await part.getByRole('button', { name: 'Next page' }).click()
    await part.getByText('11–11 of 11').waitFor()
  })

  it('of a user is not for users, and the page of a token only for its own', async () => {
    const page = await pages.open(browser, `${server.url}/user/${userId}`, { user: ann })
    await page.waitForURL('**/personal')
    expect(await page.title()).not.toContain('ann')
    await page.goto(`${server.url}/token/${tokenIds.root[0]}`)
    await page.getByRole('heading', { level: 1, name: 'This record does not exist' }).waitFor()
    await isFaultless(page)
  })

  it('has its row under the focus again for whoever comes back to the list', async () => {
    const page = await pages.open(browser, `${server.url}/user`)
    const row = page.getByRole('link', { name: 'ann', exact: true })
    await row.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'ann' }).waitFor()
    await page.goBack()
    await expect.poll(() => row.evaluate((link) => link.matches(':focus'))).toBe(true)
    await row.click()
    await page.getByRole('heading', { level: 1, name: 'ann' }).waitFor()
    await page.goBack()
    await expect.poll(() => row.evaluate((link) => link.matches(':focus'))).toBe(true)
  })

  it('that cannot be loaded says which it is and why', async () => {
    const page = await pages.open(browser, server.url)
    await page.route('**/api/user/*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(`${server.url}/user/${userId}`)
    await page.getByRole('heading', { level: 1, name: `#${userId}` }).waitFor()
    await isFaultless(page)
    await page.unroute('**/api/user/*')
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'ann' }).waitFor()
  })
})
