import type { Page } from 'playwright-core'
import { type Language, languages } from '#contract/languages.ts'
import { settled } from './settled.ts'

/** As if it were chosen in another tab, which takes no clicks. */
export const speak = async (page: Page, language: Language): Promise<void> => {
  await page.evaluate(`dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: '${language}' }))`)
  await page.locator(`html[lang=${languages[language].locale}]`).waitFor()
  await settled(page)
}
