import type { Browser, BrowserContext } from 'playwright-core'
import { session } from '#contract/session.ts'
import { operator } from './console-client.ts'

/** What a browser keeps of whoever is signed in. */
export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

/** Logs in as the form does, without its page: what the page does with it is for tests of the form. */
export const logIn = async (
  browser: Browser,
  address: string,
  { username, password } = operator,
): Promise<SignedIn> => {
  const context = await browser.newContext()
  try {
    const answer = await context.request.post(address + session.login.path, { data: { username, password } })
    const { success, data } = await answer.json()
    if (!success) throw new Error(`${username} could not log in: ${await answer.text()}`)
    const { cookies } = await context.storageState()
    return { cookies, origins: [{ origin: address, localStorage: [{ name: 'user', value: JSON.stringify(data) }] }] }
  } finally {
    await context.close()
  }
}
