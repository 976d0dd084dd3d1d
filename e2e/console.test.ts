import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import { optionCalls } from '#contract/options.ts'
import { redemptions } from '#contract/redemptions.ts'
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
  '/redemption?layout=batches',
  '/user',
  '/audit',
  '/topup',
  '/chat',
  '/chat/0',
  '/oauth/github',
  '/nowhere',
  '/playground',
  '/start',
  '/midjourney',
  '/task',
  '/video',
  '/batch',
  '/setting',
  '/setting?keyword=ratio',
  '/price',
  '/price?view=unset',
  '/price?view=lists',
  '/price?view=ratios',
  '/group',
  '/setting?tab=ratelimit',
  '/setting?tab=models',
  '/setting?tab=system',
  '/setting?tab=other',
]

/** A page that says what is wrong and then leads elsewhere is looked at while it stands. */
const staying = `{
  const { setTimeout } = window
  window.setTimeout = (run, pause, ...given) => setTimeout(run, pause === 3000 ? 2 ** 30 : pause, ...given)
}`

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
  await client.call(redemptions.create, { body: { name: 'spring', quota: 500_000, count: 2 } })
  const chats = [{ Assistant: `${server.url}/about?k={key}` }]
  await client.call(optionCalls.update, { body: { key: 'Chats', value: JSON.stringify(chats) } })
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

/** On a slow machine all of them take longer than one test may. */
const half = Math.ceil(paths.length / 2)

describe('every page of the console', () => {
  for (const look of desks) {
    for (const part of [paths.slice(0, half), paths.slice(half)]) {
      const where = `at a desk, on a phone and on 320 px, from ${part[0]} on, ${look.language}`
      it(`is free of accessibility faults and fits, ${where}`, async () => {
        const page = await pages.open(browser, server.url, { look })
        await page.addInitScript(staying)
        expect(await faultsOf(page, look, server.url, part)).toEqual([])
      })
    }
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
