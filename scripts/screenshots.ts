import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { languageOf } from '#contract/languages.ts'
import { session as sessions } from '#contract/session.ts'
import { type Look, openContext, startBrowser } from '#testing/browser.ts'
import { operator } from '#testing/console-client.ts'
import { logIn, type SignedIn } from '#testing/log-in.ts'
import { print } from './print.ts'
import { takeControls } from './screenshots/control-pictures.ts'
import { furnish } from './screenshots/furnish.ts'
import { settledWithCode, watchCode } from './screenshots/late-code.ts'
import { pageStates, userShots } from './screenshots/page-states.ts'
import type { Reader, Shot } from './screenshots/shot.ts'
import { shots } from './screenshots/shots.ts'
import { stateShots } from './screenshots/state-shots.ts'

/**
 * Pictures of every page, of its states and of what each of its controls leads to, in both schemes, English and Chinese, at
 * a desk and on a phone, to be looked at: `npm run screenshots -- --folder pictures --only tokens`, and with
 * `--language fr` in another language.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'screenshots' },
    only: { type: 'string', default: '' },
    language: { type: 'string', default: '' },
  },
})
const folder = resolve(values.folder)
const wanted = [...shots, ...stateShots, ...pageStates, ...userShots].filter(({ name }) => name.includes(values.only))

/** From here on lists are tables. */
const narrowestDesk = 1024

const another = languageOf(values.language)
const desk: Look = { width: 1280, language: another ?? 'en', scheme: 'light' }
const phone: Look = { width: 390, language: another ?? 'zh', scheme: 'dark' }
const looks: readonly Look[] = [
  desk,
  { width: 1280, language: another ?? 'zh', scheme: 'dark' },
  { width: 390, language: another ?? 'zh', scheme: 'light' },
  { width: 390, language: another ?? 'en', scheme: 'dark' },
]

/** What a browser keeps of a reader; nothing of who has not signed in. */
const stateOf = async (reader: Reader): Promise<SignedIn | undefined> => {
  if (reader === 'visitor' || reader === 'founder') return undefined
  return logIn(browser, await addressOf(reader), reader === 'user' ? user : operator)
}

/** In a browser that remembers nothing of the picture before. */
const openPage = async (look: Look, storageState?: SignedIn): Promise<Page> => {
  const context = await openContext(browser, look, storageState ? { storageState } : {})
  const page = await context.newPage()
  page.setDefaultTimeout(5000)
  watchCode(page)
  return page
}

const takePicture = async (page: Page, { width, language, scheme }: Look, name: string): Promise<void> => {
  taken += 1
  await page.screenshot({ path: join(folder, `${name}.${width}.${language}.${scheme}.png`), fullPage: true })
}

/** What could not be done is told, and what stands there then is in the picture. */
const attempted = async (name: string, act: () => Promise<void>): Promise<void> => {
  try {
    await act()
  } catch (error) {
    failed += 1
    print(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
}

const take = async (reader: Reader, look: Look, pictures: readonly Shot[]): Promise<void> => {
  if (pictures.length === 0) return
  const [address, state] = [await addressOf(reader), await stateOf(reader)]
  for (const { name, path, deskOnly, unsettled, prepare, steps } of pictures) {
    if (deskOnly && look.width < narrowestDesk) continue
    const page = await openPage(look, state)
    await attempted(`${name}, ${look.width} ${look.language}`, async () => {
      await prepare?.(page)
      await page.goto(address + path)
      if (!unsettled) await settledWithCode(page)
      await steps?.(page)
      if (!unsettled) await settledWithCode(page)
    })
    await takePicture(page, look, name)
    await page.context().close()
  }
}

let session: SignedIn | undefined

/** As root, with the session of the page before: to log in for each picture would be refused soon. One control ends it. */
const openSignedIn = async (look: Look, path: string): Promise<Page> => {
  session ??= await stateOf('root')
  const page = await openPage(look, session)
  const address = await addressOf('root')
  const headers = { 'new-api-user': '1' }
  const { success } = await (await page.request.get(address + sessions.self.path, { headers })).json()
  if (!success) {
    session = undefined
    await page.context().close()
    return openSignedIn(look, path)
  }
  await page.goto(address + path)
  await settledWithCode(page)
  return page
}

/** The controls around pages are the same on each of them. */
const framed = 'home'

const takeControlsOf = async (look: Look, { name, path }: Shot): Promise<void> =>
  takeControls({
    name,
    within: name === framed ? ':is(header, main)' : 'main',
    open: async () => openSignedIn(look, path),
    take: (page, picture) => takePicture(page, look, picture),
    attempted,
  })

mkdirSync(folder, { recursive: true })
let [taken, failed] = [0, 0]
const { addressOf, user, remove } = furnish()
const browser = await startBrowser()
for (const look of looks)
  for (const reader of ['root', 'user', 'visitor', 'newcomer', 'founder'] as const)
    await take(
      reader,
      look,
      wanted.filter((shot) => (shot.reader ?? 'root') === reader),
    )
const pages = shots.filter(({ name, reader, steps }) => reader === undefined && !steps && name.includes(values.only))
for (const look of [desk, phone]) for (const page of pages) await takeControlsOf(look, page)
await browser.close()
await remove()
print(`${taken} pictures in ${folder}${failed > 0 ? `, ${failed} of them not as meant` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
