import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { makeCertificate } from '#testing/certificate.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { startTestGateway, type TestGateway, userPassword } from '#testing/gateway.ts'
import { type Mailbox, startMailbox } from '#testing/smtp-server.ts'
import { violationsOf } from '#testing/violations.ts'

const pages = freshPages()
let tokens: string[] = []
let judge: AnsweringUpstream
let browser: Browser
let page: Page
let place: TestDatabase
let gateway: TestGateway
let mailbox: Mailbox
let setOption: (key: string, value: string) => Promise<void>
/** Of nobody yet, in each test another one. */
let username = ''
let email = ''
let people = 0

beforeAll(async () => {
  judge = await startAnsweringUpstream(({ text }, response) => {
    const token = new URLSearchParams(text).get('response') ?? ''
    tokens.push(token)
    response.end(JSON.stringify({ success: token.startsWith('human') }))
  })
  browser = await sharedBrowser()
  place = await openTestDatabase('sqlite')
  gateway = await startTestGateway({ place: place.place, humanCheckJudge: `${judge.url}/` })
  mailbox = await startMailbox({ certificate: makeCertificate(), encryption: 'none' })
  const root = await gateway.asRoot()
  setOption = async (key, value) => {
    const answer = await root.put('/api/option/', { key, value })
    if (!answer.success) throw new Error(answer.text)
  }
  await setOption('ServerAddress', gateway.url)
  await setOption('SMTPServer', '127.0.0.1')
  await setOption('SMTPPort', String(mailbox.port))
  await setOption('SMTPFrom', 'gate@example.com')
})
beforeEach(async () => {
  people += 1
  username = `ann${people}`
  email = `${username}@example.com`
  tokens = []
  for (const check of ['EmailVerificationEnabled', 'TurnstileCheckEnabled']) await setOption(check, 'false')
  page = await pages.open(browser, `${gateway.url}/login`, {
    user: undefined,
    unlikeReloaded: 'what a link from a mail gives is shown once, and a button counts down until there is another mail',
  })
})
afterAll(async () => {
  await gateway.close()
  await place.remove()
  await mailbox.close()
  await judge.close()
})

const register = () =>
  gateway.plane.accounts.create({
    username,
    password: userPassword,
    displayName: username,
    email,
    role: 1,
    inviterId: 0,
  })

describe('somebody with a mailbox', () => {
  it('registers with a code that was mailed to him', async () => {
    await setOption('EmailVerificationEnabled', 'true')
    await page.goto(`${gateway.url}/register`)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel(/^Password/).fill(userPassword)
    await page.getByLabel('Confirm password').fill(userPassword)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('Enter your email address', { exact: true }).waitFor()
    await page.getByLabel('Email *', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Get code' }).click()
    await page.getByRole('button', { name: /^Resend in \d+ s$/ }).waitFor()
    const code = /\b\d{6}\b/.exec((await mailbox.mailTo(email)).text ?? '')?.[0] ?? ''
    const field = page.getByLabel('Email verification code')
    await field.fill(code === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('The verification code is wrong or has expired').waitFor()
    await field.fill(code)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.waitForURL('**/login')
  })

  it('asks for a link, at most every half a minute', async () => {
    await gateway.visitor().get(`/api/reset_password?email=${email}`)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.waitForURL('**/reset')
    const send = page.getByRole('button', { name: 'Send reset link' })
    await send.click()
    await page.getByText('Enter your email address', { exact: true }).waitFor()
    await page.getByLabel('Email').fill('not an address')
    await send.click()
    await page.getByText('Enter a valid email address').waitFor()
    expect(await violationsOf(page)).toEqual([])
    // Another one was asked for less than half a minute ago.
    await page.getByLabel('Email').fill(email)
    await send.click()
    await page.getByText(/An email was sent a moment ago/).waitFor()
    const rest = page.getByRole('button', { name: /Try again in \d+ s/ })
    expect(await rest.isDisabled()).toBe(true)
    await page.reload()
    expect(await rest.isDisabled()).toBe(true)
  })

  it('opens the link from the mail and gets a new password, once', async () => {
    await register()
    await gateway.visitor().get(`/api/reset_password?email=${email}`)
    const link = /https?:\/\/\S+/.exec((await mailbox.mailTo(email)).text ?? '')?.[0] ?? ''
    expect(new URL(link).origin).toBe(gateway.url)
    await page.goto(link)
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Reset password' }).click()
    await page.getByText('The password has been reset.').waitFor()
    await page.getByText('Password reset and copied to the clipboard').waitFor()
    const password = await page.locator('code').innerText()
    expect(password).toMatch(/^[0-9A-Za-z]{16}$/)
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(password)
    expect(await violationsOf(page)).toEqual([])

    await page.goto(link)
    await page.getByRole('button', { name: 'Reset password' }).click()
    await page.getByText('This reset link is invalid or has expired').waitFor()

    await page.getByRole('link', { name: 'Back to login' }).click()
    await page.getByLabel('Username or email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/token')
  })

  it('is told when the link is not whole', async () => {
    await page.goto(`${gateway.url}/user/reset?email=${email}`)
    await page.getByText('The link is incomplete').waitFor()
    expect(await page.getByRole('button', { name: 'Reset password' }).isDisabled()).toBe(true)
  })
})

/** Does what the script of the human check does, without asking anybody anything. */
const standIn = `window.turnstile = {
  solved: 0,
  render(box, options) {
    box.textContent = 'human check'
    window.solve = () => options.callback('human-' + ++window.turnstile.solved)
    return 'widget'
  },
  reset() { window.wasReset = true },
  remove() {},
}`

describe('the human check', () => {
  beforeEach(async () => {
    await setOption('TurnstileSiteKey', 'site-key')
    await setOption('TurnstileSecretKey', 'secret-key')
    await setOption('TurnstileCheckEnabled', 'true')
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: standIn }),
    )
  })

  it('is waited for before a mail is asked for, and its token is used once', async () => {
    await page.goto(`${gateway.url}/reset`)
    await page.getByText('human check').waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await page.getByText('Verification is still running. Try again in a few seconds.').waitFor()
    expect(tokens).toEqual([])
    await page.evaluate('localStorage.clear()')
    await page.reload()
    await page.getByText('human check').waitFor()
    await page.evaluate('window.solve()')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await page.getByText(/If an account uses this address/).waitFor()
    expect(tokens).toEqual(['human-1'])
    await expect.poll(() => page.evaluate('window.wasReset')).toBe(true)
  })

  it('guards the login too, and the console says why it was refused', async () => {
    await page.goto(`${gateway.url}/login`)
    await page.getByText('human check').waitFor()
    await page.getByLabel('Username or email').fill(username)
    await page.getByLabel('Password', { exact: true }).fill('whatever-1')
    await page.keyboard.press('Enter')
    await page.getByText(/Verification is still running/).waitFor()
    const refused = await gateway.visitor().post('/api/user/login', { username, password: userPassword })
    expect(refused.code).toBe('human_check_failed')
  })
})
