import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { desk, type Look } from './browser.ts'
import { settled } from './settled.ts'

const everyRule: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}
/** All that another scheme can break. */
const colourRules: axe.RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
}

/** A page that never rests is judged as it is after so many looks. */
const mostLooks = 5

/**
 * What the rules find on the page as it stands, each with the elements it is about. What is still fading has too little
 * contrast, and soon has enough: a look waits for what moves to end, each time anew, for the colour a child has from its
 * parent starts to change when the parent's has changed. A fault seen while the page became another is looked for again.
 * Of what a wide table has scrolled under the columns that stay nobody says how large it is to be.
 */
const brokenOn = async (page: Page, rules: axe.RunOptions): Promise<string[]> => {
  // The script is large: a document that was looked at before has it already.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const violations = await page.evaluate<axe.Result[]>(`(async () => {
    const moving = () =>
      document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    // Not by their promises: those of a colour that fades while the scheme changes are not always kept.
    const rest = async () => {
      do await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      while (moving().length > 0)
    }
    const isScrolledAway = (node) => {
      const element = document.querySelector(node.target[0])
      const { left, top, width, height } = element.getBoundingClientRect()
      const cover = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('td')
      return cover != null && !cover.contains(element) && cover.closest('tr') === element.closest('tr')
    }
    const look = async (left) => {
      await rest()
      let hasChanged = false
      const observer = new MutationObserver(() => { hasChanged = true })
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
      const found = await axe.run(document, ${JSON.stringify(rules)})
      observer.disconnect()
      const judged = ({ id, nodes }) => id !== 'target-size' || !nodes.every(isScrolledAway)
      const violations = found.violations.filter(judged)
      const isCertain = violations.length === 0 || !(hasChanged || moving().length > 0)
      return isCertain || left === 1 ? violations : look(left - 1)
    }
    return look(${mostLooks})
  })()`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
}

const schemeOf = async (page: Page): Promise<Look['scheme']> =>
  (await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")) ? 'dark' : 'light'

/** What of a page's accessibility is wrong, in the scheme it is seen in and in the other. */
export const violationsOf = async (page: Page): Promise<string[]> => {
  const scheme = await schemeOf(page)
  const other = otherScheme(scheme)
  const found = await brokenOn(page, everyRule)
  await page.emulateMedia({ colorScheme: other })
  const foundInOther = await brokenOn(page, colourRules)
  await page.emulateMedia({ colorScheme: scheme })
  return [...found, ...foundInOther.map((fault) => `${other}: ${fault}`)]
}

const otherScheme = (scheme: Look['scheme']) => (scheme === 'light' ? 'dark' : 'light')

/** Whether the page is wider than the screen it is on. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth')

/** The other way to look at a page, and how narrow a screen it still has to fit. */
const phone = { width: 390, height: 900 }
const narrowest = { width: 320, height: 900 }

/**
 * What is wrong with the pages of a gateway, looked at on a desk and, in the other scheme, on a phone. They are loaded
 * once: what a smaller screen or another scheme changes, it changes in the page that stands there.
 */
export const faultsOf = async (
  page: Page,
  { language, scheme }: Look,
  address: string,
  paths: readonly string[],
): Promise<string[]> => {
  const faults: string[] = []
  const other = otherScheme(scheme)
  const look = async (path: string, how: string) => {
    await settled(page)
    const found = await brokenOn(page, everyRule)
    if (await scrollsSideways(page)) found.push('scrolls sideways')
    faults.push(...found.map((fault) => `${path} ${how}: ${fault}`))
  }
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: desk.width, height: 900 })
    await page.goto(address + path)
    await look(path, `${desk.width} px, ${language}, ${scheme}`)
    await page.emulateMedia({ colorScheme: other })
    await page.setViewportSize(phone)
    await look(path, `${phone.width} px, ${language}, ${other}`)
    await page.setViewportSize(narrowest)
    await settled(page)
    if (await scrollsSideways(page)) faults.push(`${path} scrolls sideways at ${narrowest.width} px, ${language}`)
  }
  return faults
}
