import type { Page } from 'playwright-core'
import { settledWithCode } from './late-code.ts'

/** What can be pressed; a link leads to a page that has pictures of its own. */
const controls = ':is(button, [role=combobox], [role=tab], [role=switch], [role=radio]):not([type=submit])'
const entries = ':is([role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]):visible'

type Control = { place: number; name: string }

/** Those of them that are seen and work, each name once; of rows that are alike, those of the first. */
const controlsOf = async (page: Page, pressable: string): Promise<Control[]> =>
  page.locator(pressable).evaluateAll((elements) => {
    const seen = new Set<string>()
    return elements.flatMap((element, place) => {
      const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
      const isInRow = element.closest('tbody tr, li, article') !== null
      const key = isInRow ? element.innerHTML.replace(/\d+|"[^"]*"/g, '') : name
      const isOff = element.matches(':disabled, [aria-disabled=true]') || element.getClientRects().length === 0
      if (isOff || seen.has(key)) return []
      seen.add(key)
      return [{ place, name }]
    })
  })

const fileName = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()

type ControlPictures = {
  name: string
  /** Where on the page its controls stand. */
  within: string
  /** The page as it stands at first, in a browser that remembers nothing. */
  open: () => Promise<Page>
  take: (page: Page, name: string) => Promise<void>
  attempted: (name: string, act: () => Promise<void>) => Promise<void>
}

/**
 * What each control of a page leads to: what it changes or opens, each entry of a menu, and what a form that it opens
 * says to being sent as it stands.
 */
export const takeControls = async ({ name, within, open, take, attempted }: ControlPictures): Promise<void> => {
  const pressable = `${within} ${controls}`
  const first = await open()
  const found = await controlsOf(first, pressable)
  await first.context().close()
  for (const { place, name: label } of found) {
    const picture = `${name}.${fileName(label) || place}`
    const pressed = async (act: (page: Page) => Promise<void>) => {
      const page = await open()
      await attempted(picture, async () => {
        const control = page.locator(pressable).nth(place)
        // Some are there only while the pointer is at what they stand in.
        await control.locator('..').hover({ force: true })
        await control.click()
        await settledWithCode(page)
        await act(page)
      })
      await page.context().close()
    }
    let labels: string[] = []
    await pressed(async (page) => {
      await take(page, picture)
      labels = await page.locator('[role=menu]').last().locator(entries).allTextContents()
      await sendAsItIs(page, async () => take(page, `${picture}.sent`))
    })
    for (const [entry, text] of labels.entries())
      await pressed(async (page) => {
        await page.locator('[role=menu]').last().locator(entries).nth(entry).click()
        await settledWithCode(page)
        await take(page, `${picture}.${fileName(text) || entry}`)
      })
  }
}

/** A form; the answer to a question would take away what the next controls are for. */
const sendAsItIs = async (page: Page, sent: () => Promise<void>): Promise<void> => {
  const submit = page.locator('[role=dialog]').last().locator('button[type=submit]').first()
  if (!(await submit.isVisible()) || !(await submit.isEnabled())) return
  await submit.click()
  await settledWithCode(page)
  await sent()
}
