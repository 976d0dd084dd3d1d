import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { users } from '#contract/users.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let client: ConsoleClient
let page: Page

const keeper = { username: 'keeper', password: 'password-1' }

const put = (key: string, value: string) => client.call(optionCalls.update, { body: { key, value } })
const stored = async (key: string): Promise<string> => {
  const shown = await client.call(optionCalls.list)
  return shown.find((option) => option.key === key)?.value ?? ''
}

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  client = await setUp(server.url)
  const { id } = await client.call(users.create, { body: keeper })
  await client.call(users.manage, { body: { id, action: 'promote' } })
})
beforeEach(async () => {
  await put('GroupRatio', '{"default":1,"vip":1,"svip":1}')
  await put('ModelRequestRateLimitCount', '0')
  page = await pages.open(browser, `${server.url}/token`)
})
afterAll(() => server.remove())

const open = async (path: string) => {
  await page.goto(server.url + path)
  await page.getByRole('button', { name: /^Save/ }).first().waitFor()
}
const told = (text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor()
const holds = (key: string, value: unknown) => expect.poll(async () => JSON.parse(await stored(key))).toEqual(value)
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
const sections = (opened: Page) => opened.getByRole('heading', { level: 2 }).allInnerTexts()

describe('the settings page', () => {
  it('has every tab and section, and its address names the tab', async () => {
    await open('/setting')
    await page.getByRole('heading', { name: 'Token chat links' }).waitFor()
    expect(await page.getByRole('tab').allInnerTexts()).toEqual([
      'Operation',
      'Rate limit',
      'Models',
      'System',
      'Other',
    ])
    expect(await sections(page)).toEqual(
      expect.arrayContaining([
        'General',
        'Drawing',
        'Blocked words',
        'Logs',
        'Data dashboard',
        'Monitoring',
        'Check-in',
        'Quota',
        'Token chat links',
      ]),
    )
    for (const [tab, key, expected] of [
      ['Rate limit', 'ratelimit', ['Request rate limit']],
      ['Models', 'models', ['Global', 'Gemini', 'Claude']],
      [
        'System',
        'system',
        [
          'Site',
          'Worker proxy',
          'Payment',
          'Login and registration',
          'Email domain allowlist',
          'SMTP',
          'OIDC',
          'GitHub OAuth',
          'Linux DO OAuth',
          'WeChat server',
          'Telegram login',
          'Turnstile',
        ],
      ],
      ['Other', 'other', ['Site content', 'Version']],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await page.waitForURL(`**/setting?tab=${key}`)
      await expect.poll(() => sections(page)).toEqual([...expected])
    }
    for (const [link, path, within] of [
      ['Model prices', '/price', page.getByRole('tablist', { name: 'Model prices' })],
      ['Groups', '/group', page.getByRole('group', { name: 'Group ratios' })],
    ] as const) {
      await page.locator('main').getByRole('link', { name: link, exact: true }).click()
      await page.waitForURL(`**${path}`)
      await within.waitFor()
      await page.goBack()
    }
  })

  it('sends only what was changed, keeps it, and says when nothing was', async () => {
    await open('/setting?tab=ratelimit')
    await press('Save Request rate limit')
    await told('No changes to save')
    await page.getByLabel('Requests per period', { exact: true }).fill('30')
    await page.getByText('1 unsaved change').first().waitFor()
    await press('Save Request rate limit')
    await told('Saved')
    await expect.poll(() => stored('ModelRequestRateLimitCount')).toBe('30')
    await page.reload()
    await expect.poll(() => page.getByLabel('Requests per period', { exact: true }).inputValue()).toBe('30')
  })

  it('refuses numbers outside their bounds beside their field', async () => {
    await open('/setting?tab=operation')
    for (const [label, text, fault] of [
      ['Inviter reward', '-1', 'It must be at least 0'],
      ['Quota per check-in', '-1', 'It must be at least 0'],
      ['Maximum response time', '-1', 'It must be at least 0'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true })
      await field.fill(text)
      await field.blur()
      const seen = page.getByRole('alert').filter({ hasText: fault })
      // A field of numbers may also put what is out of bounds back itself.
      await expect.poll(async () => (await seen.count()) > 0 || (await field.inputValue()) !== text).toBe(true)
    }
    await press('Discard')
    await open('/setting?tab=ratelimit')
    const successes = page.getByLabel('Successful requests per period', { exact: true })
    await successes.fill('0')
    await successes.blur()
    await expect
      .poll(
        async () =>
          (await successes.inputValue()) !== '0' || (await page.getByText('It must be at least 1').count()) > 0,
      )
      .toBe(true)
  })

  it('shows the exact place where a text stops being JSON, and saves nothing of it', async () => {
    await open('/group')
    await press('Edit as JSON: Group ratios')
    const ratios = page.getByRole('textbox', { name: 'Group ratios', exact: true })
    await ratios.fill('{"default": 1,\n "vip" 2}')
    await ratios.blur()
    await told('Invalid JSON (line 2, column 8)')
    await press('Save Groups')
    await told('Check what you entered')
    await ratios.fill('{"default": "1"}')
    await ratios.blur()
    await told('default: must be a number')
    expect(JSON.parse(await stored('GroupRatio'))).toEqual({ default: 1, vip: 1, svip: 1 })
    await ratios.fill('{"default": 1, "vip": 0.8}')
    await press('Save Groups')
    await holds('GroupRatio', { default: 1, vip: 0.8 })
  })

  it('takes groups in a table, by keyboard and on a phone, with the JSON there and back behind a switch', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await open('/group')
    const table = page.getByRole('group', { name: 'Group ratios', exact: true })
    await table.getByRole('textbox', { name: 'Ratio of vip' }).fill('0.8')
    await table.getByRole('textbox', { name: 'New: Group' }).focus()
    await page.keyboard.type('friends')
    await page.keyboard.press('Tab')
    await page.keyboard.type('0.5')
    await page.keyboard.press('Enter')
    await table.getByRole('button', { name: 'Move friends up' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    expect(await scrollsSideways(page)).toBe(false)
    // The bar that saves lies over the end of the page, and what is focused stands above it.
    const fresh = table.getByRole('textbox', { name: 'New: Group' })
    await fresh.focus()
    const bar = await page.getByRole('button', { name: 'Save all' }).boundingBox()
    const focused = await fresh.boundingBox()
    expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    await table.evaluate((element: { scrollIntoView(options: object): void }) =>
      element.scrollIntoView({ block: 'center' }),
    )
    expect(await violationsOf(page)).toEqual([])
    await press('Edit as JSON: Group ratios')
    const text = page.getByRole('textbox', { name: 'Group ratios', exact: true })
    const written = '{\n  "default": 1,\n  "friends": 0.5,\n  "vip": 0.8,\n  "svip": 1\n}'
    expect(await text.inputValue()).toBe(written)
    await text.fill('{"default": 1, "friends": 0.25}')
    await press('Edit as a table: Group ratios')
    expect(await table.getByRole('textbox', { name: 'Ratio of friends' }).inputValue()).toBe('0.25')
    await press('Save Groups')
    await holds('GroupRatio', { default: 1, friends: 0.25 })
  })

  it('names the line of a sensitive word that is no regular expression', async () => {
    await open('/setting')
    const words = page.getByLabel('Blocked words', { exact: true }).last()
    await words.fill('plain\nregex:[')
    await words.blur()
    await told('Line 2: not a valid regular expression')
  })

  it('wants the server address before payment, and says that a top-up ratio is not JSON', async () => {
    await open('/setting?tab=system')
    await page.getByLabel('Merchant ID', { exact: true }).fill('42')
    await press('Save Payment')
    await told('Enter the server address first')
    await press('Edit as JSON: Top-up group ratios')
    const ratios = page.getByRole('textbox', { name: 'Top-up group ratios', exact: true })
    await ratios.fill('{"vip"')
    await ratios.blur()
    await told(/Top-up group ratios: invalid JSON/)
  })

  it('refuses a mail domain of the wrong form or that is there already', async () => {
    await open('/setting?tab=system')
    const field = page.getByLabel('Allowed email domains', { exact: true })
    await field.fill('not a domain!')
    await press('Add domain')
    await told('Enter a domain such as example.com')
    await field.fill('gmail.com')
    await press('Add domain')
    await told('This domain is already in the list')
    await field.fill('example.org')
    await press('Add domain')
    await press('Save Email domain allowlist')
    await expect.poll(() => stored('EmailDomainWhitelist')).toContain('example.org')
  })

  it('asks before the login by password is turned off', async () => {
    await open('/setting?tab=system')
    const login = page.getByRole('switch', { name: 'Password login' })
    await login.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => login.isChecked()).toBe(true)
    expect(await stored('PasswordLoginEnabled')).toBe('true')
  })

  it('locks the ping interval and the thinking budgets until they act', async () => {
    await open('/setting?tab=models')
    const interval = page.getByLabel('Ping interval', { exact: true })
    expect(await interval.isDisabled()).toBe(true)
    await page.getByRole('switch', { name: 'Keep streams alive' }).click()
    expect(await interval.isDisabled()).toBe(false)
    const budget = page.getByLabel('Thinking budget', { exact: true }).last()
    await budget.fill('1.5')
    await budget.blur()
    await expect
      .poll(
        async () => (await budget.inputValue()) !== '1.5' || (await page.getByText('It may be at most 1').count()) > 0,
      )
      .toBe(true)
  })

  it('T16: shows an administrator what is the super admin’s alone, and nothing of what is in it', async () => {
    const own = await pages.open(browser, `${server.url}/setting`, { user: keeper })
    await own.getByText('Top-up link', { exact: true }).waitFor()
    expect(await own.getByRole('textbox', { name: 'Top-up link', exact: true }).count()).toBe(0)
    expect(await own.getByLabel('Retries', { exact: true }).count()).toBeGreaterThan(0)
    await own.goto(`${server.url}/setting?tab=system`)
    await own.getByText('Only the super admin sees and changes these settings.').first().waitFor()
    expect(await own.getByRole('textbox').count()).toBe(0)
    expect(await violationsOf(own)).toEqual([])
  })
})
