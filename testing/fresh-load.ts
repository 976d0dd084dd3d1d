import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * The main part as text, what stands in its fields, and its bars. What is only there for a while is left out (what is
 * selected or on its way), and so is how long ago something was and how often it is, which depend on when they are read.
 */
const shown = `(() => {
  const main = document.querySelector('main')
  if (main === null) return ''
  const copy = main.cloneNode(true)
  // How many rows there are, and which are shown, is read out as well.
  const passing = '[data-bulk-bar], [data-selected], [role="status"]:not(h1 + *, nav > *)'
  for (const gone of copy.querySelectorAll(passing)) gone.remove()
  for (const time of copy.querySelectorAll('time')) time.textContent = time.getAttribute('datetime')
  for (const rate of copy.querySelectorAll('[data-rate]')) rate.textContent = ''
  const order = [...main.querySelectorAll('[aria-sort]')].map((head) => head.textContent + head.ariaSort)
  // Fields that are empty may be out of sight on the other page.
  const searched = [...main.querySelectorAll('input[type="search"]')].flatMap(({ value }) => value || [])
  const typed = [...main.querySelectorAll('form input:not([type="search"]), form textarea')].map((input) =>
    input.type === 'radio' || input.type === 'checkbox' ? input.checked : input.value,
  )
  const switched = [...main.querySelectorAll('[role="switch"]')].map((control) => control.ariaChecked)
  const bars = [...main.querySelectorAll('svg [data-slot] rect')].map((bar) =>
    ['x', 'y', 'width', 'height', 'fill'].map((name) => bar.getAttribute(name)).join(' '),
  )
  return [copy.textContent, ...order, ...searched, ...typed, ...switched, ...bars].join('\\n')
})()`

/** All that it asked for is there, its heading stands, and nothing says that it is busy. */
const loaded = `(async () => {
  const isLoaded = () =>
    window.openCalls === 0 &&
    document.querySelector('main h1') !== null &&
    document.querySelector('main [aria-busy=true]') === null
  while (!isLoaded()) await new Promise(requestAnimationFrame)
})()`

/** One page beside those of a test, in the same browser with the same session: it is kept, as to open it takes longest. */
const besides = new WeakMap<BrowserContext, Promise<Page>>()

const beside = (context: BrowserContext): Promise<Page> => {
  const page = besides.get(context) ?? context.newPage()
  besides.set(context, page)
  return page
}

const folds = `[...document.querySelectorAll('main [aria-expanded]:not([aria-haspopup], [role="combobox"])')]`

/** What is unfolded on the one page is unfolded on the other; what it holds may have folds of its own, seen next time. */
const foldAs = async (page: Page, fresh: Page): Promise<void> => {
  const wanted = await page.evaluate<string[]>(`${folds}.map(({ ariaExpanded }) => ariaExpanded)`)
  await fresh.evaluate(`{
    const wanted = ${JSON.stringify(wanted)}
    for (const [place, fold] of ${folds}.entries()) if (fold.ariaExpanded !== (wanted[place] ?? 'false')) fold.click()
  }`)
}

/** Only where they part: the whole of two pages is too much to read. */
const parted = (here: string, there: string): string => {
  let at = 0
  while (at < here.length && here[at] === there[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 120), at + 240)
  return `here:\n${around(here)}\nafresh:\n${around(there)}`
}

/** The page beside it, as wide and as high as it. */
const besideOf = async (page: Page): Promise<Page> => {
  const fresh = await beside(page.context())
  const size = page.viewportSize()
  if (size !== null) await fresh.setViewportSize(size)
  return fresh
}

/** What parts the two pages, if anything does. */
const partedOf = async (page: Page, fresh: Page): Promise<string | undefined> => {
  await foldAs(page, fresh)
  const [here, there] = await Promise.all([page.evaluate(shown), fresh.evaluate(shown)])
  return here === there ? undefined : parted(String(here), String(there))
}

/** Waits until the page shows what a fresh load of its address shows: nothing old is left on it. */
export const sameAsReloaded = async (page: Page): Promise<void> => {
  const fresh = await besideOf(page)
  let address = ''
  const follow = async () => {
    if (page.url() === address) return
    address = page.url()
    await fresh.goto(address, { waitUntil: 'commit' })
    await fresh.evaluate(loaded)
  }
  await expect
    .poll(async () => {
      // What was typed last may still be on its way into the address.
      await follow()
      const difference = await partedOf(page, fresh)
      return difference === undefined ? 'the same' : `${address}\n${difference}`
    })
    .toBe('the same')
}

/** The same of a page that changed nothing: another load is needed only where it shows something else than the last one. */
export const sameAsLoaded = async (page: Page): Promise<void> => {
  const fresh = await besideOf(page)
  if (fresh.url() === page.url() && (await partedOf(page, fresh)) === undefined) return
  await sameAsReloaded(page)
}
