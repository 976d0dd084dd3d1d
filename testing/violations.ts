import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What of a page's accessibility is wrong, each with the elements it is about. */
export const violationsOf = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
}
