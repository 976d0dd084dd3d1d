import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * The main part as text, what stands in its fields, and its bars. What is only there for a while is left out (what is
 * selected, unfolded or on its way), and so is how long ago something was, which depends on when it is read.
 */
const shown = `(() => {
  const main = document.querySelector('main')
  if (main === null) return ''
  const copy = main.cloneNode(true)
  // How many rows there are, and which are shown, is read out as well.
  const passing = '[data-bulk-bar], [role="status"]:not(h1 + *, nav > *), td[colspan]'
  for (const gone of copy.querySelectorAll(passing)) gone.remove()
  for (const time of copy.querySelectorAll('time')) time.textContent = time.getAttribute('datetime')
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

/** Only where they part: the whole of two pages is too much to read. */
const parted = (here: string, there: string): string => {
  let at = 0
  while (at < here.length && here[at] === there[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 120), at + 240)
  return `here:\n${around(here)}\nafresh:\n${around(there)}`
}

/** Waits until the page shows what a fresh load of its address shows: nothing old is left on it. */
export const sameAsReloaded = async (page: Page): Promise<void> => {
  const fresh = await beside(page.context())
  const size = page.viewportSize()
  if (size !== null) await fresh.setViewportSize(size)
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
      const [here, there] = await Promise.all([page.evaluate(shown), fresh.evaluate(shown)])
      return here === there ? 'the same' : `${address}\n${parted(String(here), String(there))}`
    })
    .toBe('the same')
}
