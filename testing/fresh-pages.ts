import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { desk, type Look, openContext } from './browser.ts'
import { operator } from './console-client.ts'
import { logIn } from './log-in.ts'

type State = Awaited<ReturnType<BrowserContext['storageState']>>
type User = typeof operator
/** `user: undefined` is a visitor. */
type Opening = { look?: Look; user?: User | undefined; timezoneId?: string; hasTouch?: boolean; mayMeet?: RegExp }

/** What a refused call leads to is shown by the page itself. */
const refusedCall = /^Failed to load resource/

/**
 * Pages that know nothing of the test before: each has cookies and storage of its own, with the session of somebody
 * who logged in through the form once. After the test they are closed, and must not have met an error of their own.
 */
export const freshPages = () => {
  const sessions = new Map<string, Promise<State>>()
  let opened: BrowserContext[] = []
  let errors: string[] = []

  const logInOnce = async (browser: Browser, address: string, user: User): Promise<State> => {
    const context = await openContext(browser, desk)
    await logIn(context, address, user)
    const state = await context.storageState()
    await context.close()
    return state
  }

  const sessionOf = (browser: Browser, address: string, user: User): Promise<State> => {
    const name = `${address} ${user.username}`
    const session = sessions.get(name) ?? logInOnce(browser, address, user)
    sessions.set(name, session)
    return session
  }

  const watch = (page: Page, mayMeet: RegExp) => {
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !mayMeet.test(message.text())) errors.push(message.text())
    })
  }

  afterEach(async () => {
    const [contexts, met] = [opened, errors]
    opened = []
    errors = []
    for (const context of contexts) await context.close()
    expect(met).toEqual([])
  })

  return {
    open: async (browser: Browser, address: string, opening: Opening = {}): Promise<Page> => {
      const { look = desk, user, mayMeet = refusedCall, ...place } = { user: operator, ...opening }
      const storageState = user && (await sessionOf(browser, new URL(address).origin, user))
      const permissions = ['clipboard-read', 'clipboard-write']
      const context = await openContext(browser, look, { ...place, permissions, ...(storageState && { storageState }) })
      opened.push(context)
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      watch(page, mayMeet)
      await page.goto(address)
      return page
    },
  }
}
