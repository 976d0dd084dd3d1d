import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { session } from '#contract/session.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { makeCertificate } from '#testing/certificate.ts'
import { type ConsoleClient, createConsoleClient, setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { type Mailbox, startMailbox } from '#testing/smtp-server.ts'
import { violationsOf } from '#testing/violations.ts'

const account = { username: 'ann', password: 'ann-password-1' }
const mailAccount = { user: 'gate@example.com', password: 'mail-password' }
const certificate = makeCertificate()

const pages = freshPages()

let browser: Browser
let page: Page
let server: ServerProcess
let mailbox: Mailbox
let root: ConsoleClient
let ann: ConsoleClient
let folder: string

const setOption = (key: string, value: string) => root.call(optionCalls.update, { body: { key, value } })
const self = () => ann.call(session.self)
const register = async (user: typeof account): Promise<ConsoleClient> => {
  await root.call(session.register, { query: {}, body: user })
  const client = createConsoleClient(server.url)
  await client.login(user.username, user.password)
  return client
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-certificate-'))
  await writeFile(join(folder, 'certificate.pem'), certificate.cert)
  mailbox = await startMailbox({ certificate, encryption: 'upgrade', account: mailAccount })
  browser = await sharedBrowser()
  server = await startServerProcess({ NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem') })
  root = await setUp(server.url)
  for (const [key, value] of [
    ['SMTPServer', '127.0.0.1'],
    ['SMTPPort', String(mailbox.port)],
    ['SMTPAccount', mailAccount.user],
    ['SMTPToken', mailAccount.password],
    ['CheckInEnabled', 'true'],
    ['CheckInQuota', '2000'],
    ['QuotaForInviter', '700000'],
    ['ServerAddress', server.url],
  ] as const) {
    await setOption(key, value)
  }
  ann = await register(account)
})
beforeEach(async () => {
  page = await pages.open(browser, `${server.url}/personal`, { user: account })
})
afterAll(async () => {
  await server.remove()
  await mailbox.close()
  await rm(folder, { recursive: true })
})

describe('the personal settings', () => {
  it('give the day’s check-in once', async () => {
    const { quota } = await self()
    await page.getByRole('button', { name: 'Check in now' }).click()
    await page.getByText('Checked in: $0.004 added to your balance').waitFor()
    expect(await page.getByRole('button', { name: 'Already checked in today' }).isDisabled()).toBe(true)
    expect((await self()).quota).toBe(quota + 2000)
  })

  it('hand out the invite link, and move what it earned to the balance', async () => {
    const { aff_code, quota } = await self()
    const friend = { username: 'friend', password: 'friend-password-1', aff_code }
    await root.call(session.register, { query: {}, body: friend })
    await page.reload()
    await page.getByRole('tab', { name: 'Invitations' }).click()
    const link = `${server.url}/register?aff=${aff_code}`
    await expect.poll(() => page.getByLabel('Invite link').inputValue()).toBe(link)
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Invite link copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
    await page.getByRole('button', { name: 'Transfer' }).click()
    const dialog = page.getByRole('dialog')
    const amount = dialog.getByLabel('Quota to transfer')
    await amount.fill('0.5')
    await dialog.getByRole('button', { name: 'Transfer' }).click()
    await dialog.getByText('The minimum transfer is $1.00').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await amount.fill('1.2')
    await dialog.getByRole('button', { name: 'Transfer' }).click()
    await page.getByText('Transferred to your balance').waitFor()
    expect(await self()).toMatchObject({ quota: quota + 600_000, aff_quota: 100_000, aff_history_quota: 700_000 })
  })

  it('bind an email address with the code from the mail', async () => {
    await page.getByRole('button', { name: 'Connect: Email' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await dialog.getByText('Enter your email address', { exact: true }).waitFor()
    await dialog.getByText('Enter the code from the email').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByLabel('Email *').fill('ann@example.com')
    await dialog.getByRole('button', { name: 'Get code' }).click()
    await dialog.getByRole('button', { name: /^Resend in \d+ s$/ }).waitFor()
    const mail = await mailbox.mailTo('ann@example.com')
    expect(mail.encrypted).toBe(true)
    await dialog.getByLabel('Email verification code').fill(/\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '')
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('Email connected', { exact: true }).waitFor()
    expect((await self()).email).toBe('ann@example.com')
    expect(await page.getByText('WeChat', { exact: true }).count()).toBe(0)
  })

  it('keep how notices are sent, and refuse a webhook inside', async () => {
    await page.getByRole('tab', { name: 'Notifications' }).click()
    const save = page.getByRole('button', { name: 'Save settings' })
    await page.getByRole('button', { name: '$1.00' }).click()
    await save.click()
    await page.getByText('Saved').waitFor()
    await save.click()
    await page.getByText('No changes to save').waitFor()
    await page.getByLabel('Webhook', { exact: true }).check()
    await page.getByLabel('Webhook address').fill('https://127.0.0.1/hook')
    await save.click()
    await page.getByText('The webhook address must be a public https:// address').waitFor()
    await page.getByLabel('Webhook address').fill('https://hooks.example.com/sluice')
    await page.getByLabel('Webhook secret').fill('hook-secret')
    expect(await violationsOf(page)).toEqual([])
    await page.getByText('What a request looks like').click()
    await page.setViewportSize({ width: 320, height: 900 })
    const scrollsSideways = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
    expect(await page.evaluate(scrollsSideways)).toBe(false)
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await save.click()
    await expect
      .poll(async () => JSON.parse((await self()).setting))
      .toMatchObject({
        notify_type: 'webhook',
        quota_warning_threshold: 500_000,
        webhook_url: 'https://hooks.example.com/sluice',
        webhook_secret: '',
        webhook_secret_set: true,
      })
    await page.getByRole('tab', { name: 'Prices' }).click()
    await page.waitForURL('**/personal?tab=price')
    await page.getByRole('switch', { name: 'Accept requests to models without a price' }).click()
    await save.click()
    await expect
      .poll(async () => JSON.parse((await self()).setting))
      .toMatchObject({ accept_unset_model_ratio_model: true, webhook_secret_set: true })
  })

  it('ask for the password on top of what is open when the session is not fresh any more, and then go on', async () => {
    const refusal = { success: false, code: 'fresh_signin_needed', message: 'Confirm that it is you' }
    await page.route('**/api/oauth/email/bind?*', (route) => route.fulfill({ status: 403, json: refusal }), {
      times: 1,
    })
    await page.getByRole('button', { name: /^(Connect|Change): Email$/ }).click()
    await page.getByLabel('Email *').fill('ann@example.com')
    await page.getByLabel('Email verification code').fill('000000')
    await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await question.getByLabel('Current password').fill(account.password)
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await page.getByText('The verification code is wrong or has expired').waitFor()
    expect(await page.getByLabel('Email *').inputValue()).toBe('ann@example.com')
  })

  it('change the password, which ends every other session', async () => {
    const user = { ...account, username: 'cleo' }
    const elsewhere = await register(user)
    page = await pages.open(browser, `${server.url}/personal`, { user })
    await page.getByRole('tab', { name: 'Security' }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(account.password)
    await dialog.getByLabel('New password', { exact: false }).first().fill('new-password-1')
    await dialog.getByLabel('Confirm new password').fill('new-password-2')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await dialog.getByText('The two passwords do not match').waitFor()
    await dialog.getByLabel('Confirm new password').fill('new-password-1')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed').waitFor()
    await expect.poll(async () => (await elsewhere.attempt(session.self)).status).toBe(401)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Personal settings' }).waitFor()
  })

  it('delete the account once its name was typed', async () => {
    const user = { ...account, username: 'dora' }
    await register(user)
    page = await pages.open(browser, `${server.url}/personal`, { user })
    await page.getByRole('tab', { name: 'Security' }).click()
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('doran')
    expect(await dialog.getByRole('button', { name: 'Delete account' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('dora')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await page.waitForURL('**/login**')
    const again = await createConsoleClient(server.url).attempt(session.login, {
      body: user,
    })
    expect(again.envelope.success).toBe(false)
  })
})
