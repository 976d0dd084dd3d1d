import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { type Language, languages } from '#contract/languages.ts'
import { watchContentPolicy } from './content-policy.ts'
import { patience } from './patience.ts'
import { findService } from './services.ts'
import { countOpenCalls } from './settled.ts'
import { shiftClock } from './shift-clock.ts'

/**
 * Beside every page stand two more that draw what an address bar shows, each with a process of its own: half of what it
 * costs to open one. The others are Playwright's: the browser takes the last such list it is given, whole.
 */
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

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
      `--disable-features=${featuresOff.join(',')}`,
    ],
  })
}

let shared: Promise<Browser> | undefined

/** The browser of all files that this worker runs. Contexts keep them apart; it ends with the worker. */
export const sharedBrowser = async (): Promise<Browser> => {
  const running = await shared
  if (running?.isConnected()) return running
  shared = startBrowser()
  return shared
}

export type Look = { width: number; language: Language; scheme: 'light' | 'dark' }

export const desk: Look = { width: 1440, language: 'en', scheme: 'light' }

/** Every way a page is looked at: the languages that the contract names, both schemes, a desk and a phone. */
export const looks: readonly Look[] = [
  desk,
  { width: 1440, language: 'zh', scheme: 'dark' },
  { width: 390, language: 'zh', scheme: 'light' },
  { width: 390, language: 'en', scheme: 'dark' },
]

/** Those of them at a desk. */
export const desks = looks.filter(({ width }) => width === desk.width)

/** As `testing/shifted-clock.ts` sets that of this process. */
const clockShift = Number(process.env.CLOCK_SHIFT ?? 0)

type ContextState = NonNullable<Parameters<Browser['newContext']>[0]>

/** Whoever is logged in has picked the language of the look: else he would have that of his account. */
const choosing = ({ storageState, ...state }: ContextState, language: Language): ContextState => {
  if (storageState === undefined || typeof storageState === 'string')
    return { ...state, ...(storageState && { storageState }) }
  const origins = storageState.origins.map(({ origin, localStorage }) => ({
    origin,
    localStorage: [...localStorage, { name: 'language', value: language }],
  }))
  return { ...state, storageState: { ...storageState, origins } }
}

export const openContext = async (
  browser: Browser,
  { width, language, scheme }: Look,
  state: ContextState = {},
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    ...choosing(state, language),
    viewport: { width, height: 900 },
    locale: language === 'en' ? 'en-US' : languages[language].locale,
    colorScheme: scheme,
  })
  if (clockShift !== 0) await context.addInitScript(shiftClock, clockShift)
  context.setDefaultTimeout(patience.timeout)
  await countOpenCalls(context)
  await watchContentPolicy(context)
  return context
}
