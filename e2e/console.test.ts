import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import { desks, sharedBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { startUpstream, type Upstream } from '#testing/upstream.ts'
import { faultsOf, violationsOf } from '#testing/violations.ts'

const paths = [
  '/token',
  '/channel',
  '/channel/add',
  '/channel/1',
  '/token/1',
  '/user/1',
  '/log',
  '/detail',
  '/pricing',
  '/personal',
  '/personal?tab=security',
  '/personal?tab=price',
  '/personal?tab=invitation',
  '/redemption',
  '/user',
  '/audit',
  '/topup',
  '/chat',
  '/playground',
  '/start',
  '/midjourney',
  '/task',
  '/video',
  '/batch',
  '/setting',
  '/setting?tab=prices',
  '/setting?tab=groups',
  '/setting?tab=ratelimit',
  '/setting?tab=models',
  '/setting?tab=system',
  '/setting?tab=other',
]

const pages = freshPages()

let browser: Browser
let upstream: Upstream
let server: ServerProcess

beforeAll(async () => {
  browser = await sharedBrowser()
  upstream = await startUpstream()
  server = await startServerProcess()
  const client = await setUp(server.url)
  await addChannel(client, { baseUrl: upstream.url, models: ['plain', 'fail-500'] })
  const { key } = await addToken(client)
  // Its row in the log tells in a long sentence what came of it.
  await client.call(channelUpkeep.test, { params: { id: '1' } })
  for (const stream of [true, false]) {
    await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'plain', stream, messages: [{ role: 'user', content: 'Hello' }] }),
    }).then((response) => response.text())
  }
})
afterAll(async () => {
  await server.remove()
  await upstream.close()
})

describe('every page of the console', () => {
  for (const look of desks) {
    it(`is free of accessibility faults and fits, at a desk, on a phone and on 320 px, ${look.language}`, async () => {
      const page = await pages.open(browser, server.url, { look })
      expect(await faultsOf(page, look, server.url, paths)).toEqual([])
    })
  }

  it('has drawers without accessibility faults', async () => {
    const page = await pages.open(browser, `${server.url}/token`)
    for (const [path, button] of [
      ['/token', 'Create token'],
      ['/channel', 'Add channel'],
      ['/redemption', 'Create codes'],
      ['/user', 'Add user'],
    ] as const) {
      await page.goto(server.url + path)
      await page.getByRole('button', { name: button }).first().click()
      await page.getByRole('dialog').waitFor()
      await expect.poll(() => violationsOf(page)).toEqual([])
    }
  })
})
