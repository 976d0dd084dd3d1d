import type { Page, Request } from 'playwright-core'
import { settled } from '#testing/settled.ts'

const loading = new WeakMap<Page, Set<Request>>()

/** From here on it is known which code a page has asked for and not got yet. */
export const watchCode = (page: Page): void => {
  const asked = new Set<Request>()
  loading.set(page, asked)
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.add(request)
  })
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
}

/** Settled with what is drawn by code that comes when it is needed, as most of what opens is. */
export const settledWithCode = async (page: Page): Promise<void> => {
  const asked = loading.get(page)
  do {
    await settled(page)
    await Promise.all([...(asked ?? [])].map((request) => request.response()))
  } while (asked !== undefined && asked.size > 0)
}
