import type { Page } from 'playwright-core'

/** Presses the button of this name behind which a phone has something; where nothing is folded there is none. */
export const unfold = async (page: Page, name: string): Promise<void> => {
  const fold = page.getByRole('button', { name, exact: true, expanded: false })
  if ((await fold.count()) > 0) await fold.click()
}
