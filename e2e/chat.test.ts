import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { tokens } from '#contract/tokens.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { addToken } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

/** Stands for a chat somebody else runs: it says what it was opened with. */
const chatSite = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>Opened with ${request.url}</p>`)
})

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let client: ConsoleClient
let page: Page
let site = ''

beforeAll(async () => {
  chatSite.listen(0, '127.0.0.1')
  await once(chatSite, 'listening')
  // seam: a server that listens on a port has an address with one
  site = `http://127.0.0.1:${(chatSite.address() as AddressInfo).port}`
  browser = await sharedBrowser()
  server = await startServerProcess()
  client = await setUp(server.url)
})
beforeEach(async () => {
  const { items } = await client.call(tokens.list, { query: {} })
  for (const { id } of items) await client.call(tokens.remove, { params: { id: String(id) } })
  await setChats([])
  page = await pages.open(browser, `${server.url}/token`)
})
afterAll(async () => {
  await server.remove()
  chatSite.closeAllConnections()
  chatSite.close()
})

const setChats = (chats: object[]) =>
  client.call(optionCalls.update, { body: { key: 'Chats', value: JSON.stringify(chats) } })
const twoChats = () => setChats([{ First: `${site}/first?k={key}` }, { Second: `${site}/second?k={key}&u={address}` }])

describe('a user who wants to chat', () => {
  it('is sent to the tokens while none is enabled', async () => {
    await page.goto(`${server.url}/chat`)
    await page.getByText('You have no enabled API token. Create or enable one first.').waitFor()
    await page.waitForURL('**/token')
  })

  it('is told while nobody has set up a chat', async () => {
    await addToken(client)
    await page.goto(`${server.url}/chat`)
    // The super admin is led to the setting.
    await page.getByText('No chat links are configured yet').waitFor()
    await page.getByRole('link', { name: 'Open the setting' }).click()
    await page.waitForURL('**/setting?keyword=Chats')
  })

  it('finds the chats beside the pages, opened with the own key', async () => {
    const { key } = await addToken(client)
    await twoChats()
    await page.goto(`${server.url}/token`)
    await page.getByRole('link', { name: 'Second' }).click()
    await page.waitForURL('**/chat/1')
    const said = page.frameLocator('iframe').getByText('Opened with')
    expect(await said.innerText()).toBe(`Opened with /second?k=${key}&u=${encodeURIComponent(server.url)}`)
    await page.goto(`${server.url}/chat`)
    expect(await said.innerText()).toBe(`Opened with /first?k=${key}`)
    await page.goto(`${server.url}/chat/7`)
    await page.getByText('This chat link cannot be opened: its address is not right').waitFor()
  })

  it('leaves for the first one', async () => {
    const { key } = await addToken(client)
    await twoChats()
    await page.goto(`${server.url}/chat2link`)
    await page.waitForURL(`${site}/first?k=${key}`)
    expect((await client.call(tokens.list, { query: {} })).total).toBe(1)
  })

  it('may read a chat that wants no key without being signed in, and is asked to log in for the others', async () => {
    await setChats([{ Open: `${site}/open` }, { Keyed: `${site}/keyed?k={key}` }])
    const visitor = await pages.open(browser, `${server.url}/chat`, { user: undefined })
    await visitor.frameLocator('iframe').getByText('Opened with /open').waitFor()
    await visitor.goto(`${server.url}/chat/1`)
    await visitor.getByText('This chat opens with one of your API tokens. Log in to use it.').waitFor()
    await visitor.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await visitor.waitForURL('**/login')
    await visitor.goto(`${server.url}/chat2link`)
    await visitor.waitForURL('**/login')
  })
})
