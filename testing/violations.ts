import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { settled } from './settled.ts'

const options: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

/** What of a page's accessibility is wrong, each with the elements it is about. */
export const violationsOf = async (page: Page): Promise<string[]> => {
  // The script is large: a document that was looked at before has it already.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const violations = await page.evaluate<axe.Result[]>(`(async () => {
    // What is still fading in has too little contrast, and soon has enough.
    await new Promise(requestAnimationFrame)
    const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    return (await axe.run(document, ${JSON.stringify(options)})).violations
  })()`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
}

/** Whether the page is wider than the screen it is on. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth')

/** What is wrong with the pages of a gateway, each as it is first seen and as it is on ever smaller screens. */
export const faultsOf = async (
  page: Page,
  address: string,
  paths: readonly string[],
  smaller: readonly number[] = [],
): Promise<string[]> => {
  const faults: string[] = []
  const look = page.viewportSize()
  for (const path of paths) {
    await page.goto(address + path)
    await settled(page)
    faults.push(...(await violationsOf(page)).map((fault) => `${path} ${fault}`))
    if (await scrollsSideways(page)) faults.push(`${path} scrolls sideways`)
    for (const width of smaller) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      if (await scrollsSideways(page)) faults.push(`${path} scrolls sideways at ${width} px`)
    }
    if (look && smaller.length > 0) await page.setViewportSize(look)
  }
  return faults
}
