import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { languageOf } from '#contract/languages.ts'
import { type Look, openContext, startBrowser } from '#testing/browser.ts'
import { logIn } from '#testing/log-in.ts'
import { settled } from '#testing/settled.ts'
import { print } from './print.ts'
import { furnish } from './screenshots/furnish.ts'
import { type Shot, shots } from './screenshots/shots.ts'
import { stateShots } from './screenshots/state-shots.ts'

/**
 * Pictures of every page, and of what its controls open, in both schemes, English and Chinese, at a desk and on a phone,
 * to be looked at: `npm run screenshots -- --folder pictures --only tokens`, and with `--language fr` in another language.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'screenshots' },
    only: { type: 'string', default: '' },
    language: { type: 'string', default: '' },
  },
})
const folder = resolve(values.folder)
const wanted = [...shots, ...stateShots].filter(({ name }) => name.includes(values.only))

/** From here on lists are tables. */
const narrowestDesk = 1024

const another = languageOf(values.language)
const looks: readonly Look[] = [
  { width: 1280, language: another ?? 'en', scheme: 'light' },
  { width: 1280, language: another ?? 'zh', scheme: 'dark' },
  { width: 390, language: another ?? 'zh', scheme: 'light' },
  { width: 390, language: another ?? 'en', scheme: 'dark' },
]

const take = async (visitor: boolean, look: Look, pictures: readonly Shot[]): Promise<void> => {
  const context = await openContext(browser, look, visitor ? {} : { storageState: await logIn(browser, server.url) })
  const page = await context.newPage()
  page.setDefaultTimeout(5000)
  for (const { name, path, deskOnly, steps } of pictures) {
    if (deskOnly && look.width < narrowestDesk) continue
    const file = `${name}.${look.width}.${look.language}.${look.scheme}.png`
    try {
      await page.goto(server.url + path)
      await settled(page)
      await steps?.(page)
      await settled(page)
    } catch (error) {
      failed += 1
      print(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
    taken += 1
    await page.screenshot({ path: join(folder, file), fullPage: true })
  }
  await context.close()
}

mkdirSync(folder, { recursive: true })
let [taken, failed] = [0, 0]
const { server, remove } = await furnish()
const browser = await startBrowser()
for (const look of looks) {
  await take(
    true,
    look,
    wanted.filter(({ visitor }) => visitor === true),
  )
  await take(
    false,
    look,
    wanted.filter(({ visitor }) => visitor !== true),
  )
}
await browser.close()
await remove()
print(`${taken} pictures in ${folder}${failed > 0 ? `, ${failed} of them not as meant` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
