import type { BrowserContext, Page } from 'playwright-core'
import { operator } from './console-client.ts'

/** A page of somebody who has logged in through the form, as people do. */
export const logIn = async (
  context: BrowserContext,
  address: string,
  { username, password } = operator,
): Promise<Page> => {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(`${address}/login`)
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/token')
  return page
}
