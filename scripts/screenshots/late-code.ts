import type { Page } from 'playwright-core'
import { settled } from '#testing/settled.ts'

/** What React has waited for it holds back for 300 ms, and says nothing of it that could be seen. */
const heldBackMilliseconds = 350

type Code = { asked: Set<string>; cameAt: number }
const codeOf = new WeakMap<Page, Code>()

/** From here on it is known which code a page has asked for and not got yet, and when the last of it came. */
export const watchCode = (page: Page): void => {
  const code: Code = { asked: new Set(), cameAt: 0 }
  codeOf.set(page, code)
  const isCode = (url: string) => /\.(js|css)$/.test(new URL(url).pathname)
  const came = (url: string) => {
    if (code.asked.delete(url)) code.cameAt = Date.now()
  }
  page.on('request', (request) => {
    if (isCode(request.url())) code.asked.add(request.url())
  })
  page.on('requestfinished', (request) => came(request.url()))
  page.on('requestfailed', (request) => came(request.url()))
}

/** Settled with what is drawn by code that comes when it is needed, as most of what opens is. */
export const settledWithCode = async (page: Page): Promise<void> => {
  await settled(page)
  const code = codeOf.get(page)
  if (!code) return
  const drawnAt = code.cameAt + heldBackMilliseconds
  if (code.asked.size === 0 && Date.now() >= drawnAt) return
  await page.waitForTimeout(code.asked.size > 0 ? heldBackMilliseconds : drawnAt - Date.now())
  await settledWithCode(page)
}
