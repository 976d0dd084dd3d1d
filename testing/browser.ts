import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { findService } from './services.ts'
import { countOpenCalls } from './settled.ts'

/** A real Chromium without the chatter that a closed network answers with errors. */
export const startBrowser = async (): Promise<Browser> => {
  const executablePath = findService('chromium')
  if (executablePath === undefined) throw new Error('Chromium was not found')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export type Look = { width: number; language: 'en' | 'zh'; scheme: 'light' | 'dark' }

export const desk: Look = { width: 1440, language: 'en', scheme: 'light' }

/** At a desk, in both languages, each in a scheme of its own. */
export const desks: readonly Look[] = [desk, { width: desk.width, language: 'zh', scheme: 'dark' }]

/** How what a test opened is looked at besides, when the test itself was at a desk in English. */
export const otherLooks: readonly Look[] = [
  { width: desk.width, language: 'zh', scheme: 'dark' },
  { width: 390, language: 'en', scheme: 'light' },
]

export const openContext = async (
  browser: Browser,
  { width, language, scheme }: Look,
  state: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    ...state,
    viewport: { width, height: 900 },
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    colorScheme: scheme,
  })
  await countOpenCalls(context)
  return context
}
