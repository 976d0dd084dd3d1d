import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { tokens } from '#contract/tokens.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { addChannel } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { endStep } from '#testing/step-ends.ts'
import { startUpstream, type Upstream } from '#testing/upstream.ts'
import { violationsOf } from '#testing/violations.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let upstream: Upstream
let client: ConsoleClient
let page: Page

beforeAll(async () => {
  browser = await sharedBrowser()
  upstream = await startUpstream()
  server = await startServerProcess()
  client = await setUp(server.url)
  await addChannel(client, { baseUrl: upstream.url, models: ['plain', 'other'] })
  for (const [key, value] of [
    ['GroupRatio', { default: 1, vip: 0.8 }],
    ['UserUsableGroups', { default: 'Everybody', vip: 'Cheaper' }],
  ] as const) {
    await client.call(optionCalls.update, { body: { key, value: JSON.stringify(value) } })
  }
})
beforeEach(async () => {
  const { items } = await client.call(tokens.list, { query: { page_size: 100 } })
  for (const { id } of items) await client.call(tokens.remove, { params: { id: String(id) } })
  page = await pages.open(browser, `${server.url}/token`)
})
afterAll(async () => {
  await server.remove()
  await upstream.close()
})

const drawer = () => page.getByRole('dialog')
const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
const stored = async (name: string) => {
  const { items } = await client.call(tokens.list, { query: {} })
  const token = items.find((each) => each.name === name)
  if (token === undefined) throw new Error(`there is no token ${name}`)
  return token
}
const clipboard = async () => String(await page.evaluate('navigator.clipboard.readText()')).split('\n')
const add = (name: string, fields: object = {}) =>
  client.call(tokens.create, { body: { name, unlimited_quota: true, expired_time: -1, ...fields } })
const reload = () => page.getByRole('button', { name: 'Refresh', exact: true }).click()
const create = () => page.getByRole('button', { name: 'Create token' }).first().click()
const chooseFromMenu = async (name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const call = async (key: string, model: string) => {
  await endStep()
  const { status } = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  })
  return status
}

const execute = promisify(execFile)
/** What a program says that was copied from the console. */
const outputOf = async (client: string, code: string) => {
  await endStep()
  const { stdout } = await (client === 'curl'
    ? execute('sh', ['-c', `${code} --silent`])
    : execute(process.execPath, ['--input-type=module', '--eval', code]))
  return stdout
}

describe('a user with tokens', () => {
  it('is told what is wrong with the form, field by field', async () => {
    await create()
    await drawer()
      .getByLabel(/^Number to create/)
      .fill('')
    await drawer().getByLabel('IP allowlist').fill('my house')
    await drawer().getByRole('button', { name: 'Create' }).click()
    await page.getByText('Enter a name').waitFor()
    await page.getByText('Must be a whole number of at least 1').waitFor()
    await drawer().getByLabel(/^Name/).fill('x'.repeat(31))
    await drawer()
      .getByLabel(/^Number to create/)
      .fill('1')
    await page.getByText('The name may have at most 30 characters').waitFor()
    await drawer().getByLabel(/^Name/).fill('laptop')
    await drawer().getByRole('button', { name: 'Create' }).click()
    await page.getByText('“my house” is not a valid IP address or range').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  it('makes one with everything a token can have, and it works as it says', async () => {
    await create()
    await drawer().getByLabel(/^Name/).fill('laptop')
    await drawer().getByLabel('IP allowlist').fill('127.0.0.0/8\n::1')
    await drawer().getByRole('group', { name: 'Expiry shortcuts' }).getByRole('button', { name: 'One day' }).click()
    await drawer().getByRole('button', { name: '$10', exact: true }).click()
    // Money is typed as it is shown.
    expect(await drawer().getByRole('textbox', { name: 'Quota' }).inputValue()).toBe('10')
    await drawer()
      .getByLabel(/^Group/)
      .click()
    await page.getByRole('option', { name: /^vip/ }).click()
    await drawer().getByLabel('Model limits').fill('plain')
    await page.getByRole('option', { name: 'plain' }).click()
    // In a hurry: it is one token all the same.
    await drawer().getByRole('button', { name: 'Create' }).dblclick()
    await page.getByText('Your new token').waitFor()
    const token = await stored('laptop')
    expect(token).toMatchObject({
      remain_quota: 5_000_000,
      unlimited_quota: false,
      model_limits_enabled: true,
      model_limits: 'plain',
      allow_ips: '127.0.0.0/8\n::1',
      group: 'vip',
    })
    expect(token.expired_time - token.created_time).toBeGreaterThan(86_300)
    // No channel serves its model to its group: there is its key, and no example that would not work.
    await drawer().getByText(`sk-${token.key}`, { exact: true }).waitFor()
    expect(await drawer().locator('pre').count()).toBe(0)
    await page.keyboard.press('Escape')
    await rowOf('laptop').getByText('Enabled (limited models)').waitFor()
    expect(await rowOf('laptop').count()).toBe(1)
    await client.call(tokens.update, { query: {}, body: { id: token.id, group: 'default' } })
    expect([await call(`sk-${token.key}`, 'plain'), await call(`sk-${token.key}`, 'other')]).toEqual([200, 403])
  })

  it('makes several at once, whose names and keys are all their own', async () => {
    await create()
    await drawer().getByLabel(/^Name/).fill('team')
    await drawer()
      .getByLabel(/^Number to create/)
      .fill('3')
    await drawer().getByRole('switch', { name: 'Unlimited quota' }).click()
    await drawer().getByRole('button', { name: 'Create' }).click()
    await page.getByText('3 new tokens').waitFor()
    await page.getByRole('button', { name: 'Copy all keys' }).click()
    const keys = await clipboard()
    expect(new Set(keys).size).toBe(3)
    for (const key of keys) expect(key).toMatch(/^sk-[0-9A-Za-z]{48}$/)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByText(/^team-[0-9A-Za-z]{6}$/).count()).toBe(2)
  })

  it('changes one, switches it off and on, and finds it by name and by key', async () => {
    for (const name of ['team', 'laptop']) await add(name)
    await reload()
    const { key } = await stored('team')
    await chooseFromMenu('team', 'Edit')
    await drawer().getByLabel(/^Name/).fill('office')
    await drawer().getByRole('switch', { name: 'Unlimited quota' }).click()
    await drawer().getByRole('textbox', { name: 'Quota' }).fill('0')
    await drawer().getByRole('button', { name: 'Save' }).click()
    await page.getByText('Token updated').waitFor()
    await drawer().waitFor({ state: 'detached' })
    await rowOf('office').getByText('Quota used up').waitFor()
    await chooseFromMenu('office', 'Enable')
    await page.getByText('The token has no quota left: raise its quota first').waitFor()
    await chooseFromMenu('laptop', 'Disable')
    await rowOf('laptop').getByText('Disabled').waitFor()
    // The row shows it before it is done.
    await expect.poll(async () => (await stored('laptop')).status).toBe(2)
    expect(await call(`sk-${(await stored('laptop')).key}`, 'plain')).toBe(401)
    await page.getByPlaceholder('Search by name').fill('offi')
    await rowOf('laptop').waitFor({ state: 'detached' })
    await page.getByPlaceholder('Search by name').fill('')
    await rowOf('laptop').waitFor()
    await page.getByPlaceholder('Search by key').fill(`sk-${key.slice(8, 20)}`)
    await rowOf('laptop').waitFor({ state: 'detached' })
    await rowOf('office').waitFor()
    await page.getByPlaceholder('Search by key').fill('')
    await rowOf('laptop').waitFor()
  })

  it('replaces its key: the old one works as long as was chosen, and another token is made like it', async () => {
    const { key } = await add('laptop', { model_limits_enabled: true, model_limits: 'plain' })
    await reload()
    for (const [keep, old] of [
      ['Works for one more hour', 200],
      ['Stops working now', 401],
    ] as const) {
      const before = (await stored('laptop')).key
      await chooseFromMenu('laptop', 'Replace key')
      await drawer().getByRole('combobox', { name: 'Old key' }).click()
      await page.getByRole('option', { name: keep }).click()
      await drawer().getByRole('button', { name: 'Replace key' }).click()
      await page.getByText('New key of “laptop”').waitFor()
      const { key: next } = await stored('laptop')
      await drawer().getByText(`sk-${next}`, { exact: true }).waitFor()
      expect([await call(`sk-${before}`, 'plain'), await call(`sk-${next}`, 'plain')]).toEqual([old, 200])
      await page.keyboard.press('Escape')
      await drawer().waitFor({ state: 'detached' })
    }
    expect(await call(`sk-${key}`, 'plain')).toBe(401)
    // When it was last used has changed.
    await reload()

    await chooseFromMenu('laptop', 'Duplicate')
    expect(await drawer().getByLabel(/^Name/).inputValue()).toBe('laptop')
    await drawer().getByLabel(/^Name/).fill('desk')
    await drawer().getByRole('button', { name: 'Create' }).click()
    await page.getByText('Your new token').waitFor()
    const { key: other, ...desk } = await stored('desk')
    expect(desk).toMatchObject({ unlimited_quota: true, model_limits_enabled: true, model_limits: 'plain' })
    expect(other).not.toBe((await stored('laptop')).key)
  })

  it('copies what is selected, and deletes it once that was confirmed', async () => {
    for (const name of ['office', 'laptop', 'team']) await add(name)
    await reload()
    await page.getByRole('button', { name: 'Copy selected tokens' }).first().click()
    await page.getByText('Select at least one token').waitFor()
    for (const name of ['office', 'laptop'])
      await page.getByRole('checkbox', { name: `Select row ${name}`, exact: true }).click()
    await page.getByRole('button', { name: 'Copy selected tokens' }).click()
    await page.getByText('2 keys copied').waitFor()
    const keys = [(await stored('office')).key, (await stored('laptop')).key].map((key) => `sk-${key}`)
    expect((await clipboard()).sort()).toEqual(keys.sort())
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('2 tokens deleted').waitFor()
    await rowOf('laptop').waitFor({ state: 'detached' })
    expect((await client.call(tokens.list, { query: {} })).total).toBe(1)
  })

  it('shows clients how to use one, with a model that it can call, and what it shows works', async () => {
    await add('team', { model_limits_enabled: true, model_limits: 'other' })
    await reload()
    await chooseFromMenu('team', 'Code examples')
    const dialog = page.getByRole('dialog')
    const codeOf = async (client: string) => {
      await dialog.getByRole('combobox', { name: 'Client' }).click()
      await page.getByRole('option', { name: client, exact: true }).click()
      return dialog.locator('pre').innerText()
    }
    await dialog.getByText('"model": "other"').waitFor()
    const { key } = await stored('team')
    for (const client of ['curl', 'OpenAI SDK (Node.js)', 'Anthropic SDK (Node.js)', 'Google Gen AI SDK (Node.js)']) {
      expect([client, await outputOf(client, await codeOf(client))]).toEqual([
        client,
        expect.stringContaining('Water finds'),
      ])
    }
    for (const client of ['Claude Code', 'Codex', 'Gemini CLI', 'opencode', 'Cursor', 'Continue', 'LiteLLM']) {
      const code = await codeOf(client)
      for (const part of [server.url, `sk-${key}`, 'other'])
        expect([client, code]).toEqual([client, expect.stringContaining(part)])
    }
    const address = await dialog.getByRole('link', { name: 'OpenCat' }).getAttribute('href')
    expect(address).toBe(`opencat://team/join?domain=${encodeURIComponent(server.url)}&token=sk-${key}`)
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Send a test request' }).click()
    await dialog.getByText('Water finds its way through the gate, slowly.').waitFor()
    await dialog.getByRole('link', { name: 'Open in the usage log' }).click()
    await page.getByRole('row').nth(1).getByText('team').waitFor()
    expect(await page.getByRole('button', { name: /details of other/ }).count()).toBe(1)
  })
})
