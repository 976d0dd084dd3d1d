import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { desk, type Look, openContext } from './browser.ts'
import { operator } from './console-client.ts'
import { takeViolations } from './content-policy.ts'
import { logIn, type SignedIn } from './log-in.ts'
import { forgetSteps } from './step-ends.ts'
import { type Stepped, stepped } from './stepped-page.ts'

type User = typeof operator
/** `user: undefined` is a visitor; who logs out in a test wants a session that no other test has. */
type Opening = {
  look?: Look
  user?: User | undefined
  hasOwnSession?: boolean
  timezoneId?: string
  hasTouch?: boolean
  mayMeet?: RegExp
  /** Why what it shows need not be what a fresh load shows. */
  unlikeReloaded?: string
}

/** What a refused call leads to is shown by the page itself. */
const refusedCall = /^Failed to load resource/

/**
 * Pages that know nothing of the test before: each has cookies and storage of its own, with the session of somebody
 * who logged in once. After the test they are closed; they must not have met an error of their own, nor wanted what
 * their policy forbids.
 */
export const freshPages = () => {
  const sessions = new Map<string, Promise<SignedIn>>()
  let opened: BrowserContext[] = []
  let compared: Stepped[] = []
  let errors: string[] = []

  const sessionOf = (browser: Browser, address: string, user: User): Promise<SignedIn> => {
    const name = `${address} ${user.username}`
    const session = sessions.get(name) ?? logIn(browser, address, user)
    sessions.set(name, session)
    return session
  }

  const watch = (page: Page, mayMeet: RegExp) => {
    const meet = (text: string) => {
      if (!mayMeet.test(text)) errors.push(text)
    }
    page.on('pageerror', ({ message }) => meet(message))
    page.on('console', (message) => {
      if (message.type() === 'error') meet(message.text())
    })
  }

  const compare = (page: Page): Page => {
    const comparing = stepped(page)
    compared.push(comparing)
    return comparing.page
  }

  afterEach(async ({ task }) => {
    const [contexts, pages, met] = [opened, compared, errors]
    opened = []
    compared = []
    errors = []
    forgetSteps()
    try {
      if (task.result?.state !== 'fail') for (const { finish } of pages) await finish()
    } finally {
      await Promise.all(contexts.map((context) => context.close()))
    }
    expect([...met, ...takeViolations()]).toEqual([])
  })

  return {
    open: async (browser: Browser, address: string, opening: Opening = {}): Promise<Page> => {
      const {
        look = desk,
        user,
        hasOwnSession,
        unlikeReloaded,
        mayMeet = refusedCall,
        ...place
      } = { user: operator, ...opening }
      const { origin } = new URL(address)
      const storageState = user && (await (hasOwnSession ? logIn : sessionOf)(browser, origin, user))
      const permissions = ['clipboard-read', 'clipboard-write']
      const context = await openContext(browser, look, { ...place, permissions, ...(storageState && { storageState }) })
      opened.push(context)
      const page = await context.newPage()
      watch(page, mayMeet)
      await page.goto(address)
      return unlikeReloaded === undefined ? compare(page) : page
    },
    /** Another tab of the same browser. */
    openBeside: async (first: Page, address: string): Promise<Page> => {
      const page = await first.context().newPage()
      watch(page, refusedCall)
      await page.goto(address)
      return compare(page)
    },
  }
}
