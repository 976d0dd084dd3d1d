import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import { channels } from '#contract/channels.ts'
import { logs } from '#contract/logs.ts'
import { optionCalls } from '#contract/options.ts'
import { redemptions } from '#contract/redemptions.ts'
import { tokens } from '#contract/tokens.ts'
import { users } from '#contract/users.ts'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { takeViolations } from '#testing/content-policy.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { patience } from '#testing/patience.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { settled } from '#testing/settled.ts'

/** Short enough for every name, and each sign of an attack by itself. */
const named = '<img src=x onerror=a()>'
const short = '<svg onload=a()>'
const shortest = '<img src=x>'

const paths = ['/', '/about', '/pricing', '/token', '/channel', '/log', '/detail', '/personal', '/redemption', '/user']
const others = [
  '/audit',
  '/topup',
  '/chat',
  '/playground',
  '/setting',
  '/price',
  '/group',
  '/setting?tab=models',
  '/setting?tab=system',
  '/setting?tab=other',
]

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let upstream: AnsweringUpstream
let client: ConsoleClient
let page: Page
/** What scripts of a text did, and what the browser kept them from. */
let ran: string[] = []
let blocked: string[] = []
let channel = 0

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  upstream = await startAnsweringUpstream()
  client = await setUp(server.url)
  await set('ModelRatio', JSON.stringify({ [named]: 1 }))
  await set('GroupRatio', JSON.stringify({ default: 1, [named]: 1 }))
  await set('UserUsableGroups', JSON.stringify({ default: 'default', [named]: named }))
  await set('LogChatContentEnabled', 'true')
  const body = { name: named, type: 1, key: 'k', models: named, group: 'default', base_url: upstream.url, tag: named }
  channel = (await client.call(channels.create, { body: { ...body, auto_ban: 0 } })).id
  await client.call(redemptions.create, { body: { name: short, quota: 100 } })
  await client.call(users.create, { body: { username: shortest, display_name: short, password: 'stone-river-1' } })
  const { key } = await client.call(tokens.create, { body: { name: named, unlimited_quota: true } })
  const ask = () =>
    fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: named, messages: [{ role: 'user', content: named }] }),
    }).then((response) => response.text())
  upstream.does((_call, response) => answerJson(response, 200, chatBody({ content: `[x](javascript:a()) ${named}` })))
  await ask()
  upstream.does((_call, response) => answerJson(response, 400, { error: { message: named, code: named } }))
  expect(JSON.parse(await ask()).error.message).toContain(named)
  // A row is written a moment after its call.
  const rows = async () => (await client.call(logs.list, { query: { type: '2' } })).total
  await vi.waitFor(async () => expect(await rows()).toBe(1), patience)
})
beforeEach(async () => {
  ran = []
  blocked = []
  page = await pages.open(browser, `${server.url}/token`, { mayMeet: /Content Security Policy|^Failed to load/ })
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) blocked.push(message.text())
  })
  await page.addInitScript('window.a = () => alert("run")')
})
afterAll(async () => {
  await server.remove()
  await upstream.close()
})

const set = (key: string, value: string) => client.call(optionCalls.update, { body: { key, value } })

/** Elements that came of a text, were it read as markup. */
const foreign =
  'img[src="x"], [onerror], [onload], a[href^="javascript" i], a[href^="data" i], script:not([src]):not(head script), ' +
  'object, embed, base[href]'

const expectText = async (place: string) => {
  await settled(page)
  expect([place, await page.locator(foreign).count(), ran, blocked]).toEqual([place, 0, [], []])
}

describe('text that looks like markup', () => {
  it('T37: stays text on every page', async () => {
    for (const path of [...paths, ...others]) {
      await page.goto(server.url + path)
      await expectText(path)
    }
  })

  it.each([
    ['/token', named],
    ['/channel', named],
    ['/redemption', short],
    ['/user', short],
    ['/user', shortest],
    ['/log', named],
    ['/pricing', named],
  ])('T37: is read on %s as it was written: %s', async (path, text) => {
    await page.goto(server.url + path)
    await page.getByText(text, { exact: false }).first().waitFor()
  })

  it('T37: is text in what a log row tells, words of the model with it', async () => {
    await page.goto(`${server.url}/log`)
    await page
      .getByRole('button', { name: `Show details of ${named}` })
      .first()
      .click()
    await page.getByText('[x](javascript:a())').first().waitFor()
    await expectText('/log')
  })

  it('T37: is text in what is said of a test that an upstream refused, and in the forms', async () => {
    await page.goto(`${server.url}/channel`)
    const refused = await client.attempt(channelUpkeep.test, { params: { id: channel }, query: { model: named } })
    // Of another service's words nothing is told.
    expect(refused.envelope.message).toMatch(/HTTP 400$/)
    await page.getByRole('button', { name: `Test ${named}`, exact: true }).click()
    await page.getByText('HTTP 400').first().waitFor()
    await expectText('/channel')
    await page.goto(`${server.url}/channel/edit/${channel}`)
    await page.getByRole('dialog').waitFor()
    await expectText('/channel/edit')
  })

  it('T36: in the texts of the site keeps no script, and its addresses lead nowhere but to pages', async () => {
    const evil =
      `<p>kept words</p><script>a()</script>${named}${short}<a href="javascript:a()">one</a>` +
      '<a href="data:text/html,<script>a()</script>">two</a><iframe srcdoc="<script>parent.a()</script>"></iframe>'
    for (const key of ['Notice', 'Footer', 'HomePageContent', 'About']) await set(key, evil)
    await set('SystemName', short)
    for (const key of ['Logo', 'general_setting.docs_link']) {
      for (const value of ['javascript:a()', 'data:text/html,x', ' javascript:a()', '//x\\y']) {
        const { envelope } = await client.attempt(optionCalls.update, { body: { key, value } })
        expect([key, value, envelope.success]).toEqual([key, value, false])
      }
    }
    // A picture that does not load is harmless, and its handler is gone: what is left of it is no sign of an attack.
    const left = foreign.replace('img[src="x"], ', '')
    for (const path of ['/', '/about', '/login', '/token', '/setting?tab=other']) {
      await page.goto(server.url + path)
      await settled(page)
      expect([path, await page.locator(left).count(), await page.locator('iframe').count(), ran]).toEqual([
        path,
        0,
        0,
        [],
      ])
    }
    await page.goto(`${server.url}/about`)
    await page.getByText('kept words').first().waitFor()
    await settled(page)
    // Handlers are refused where the text is read, before they are taken out of it; nothing else was wanted.
    expect(new Set(takeViolations().map((violation) => violation.replace(/^\S+ /, '')))).toEqual(
      new Set(['script-src-attr inline ']),
    )
  })
})
