import type { Locator } from 'playwright-core'

/** What a phone has folded above a list: its filters, or its tools. */
export const unfolded = async (control: Locator, fold: 'sliders-horizontal' | 'ellipsis'): Promise<Locator> => {
  const button = control.page().locator(`main button:has(.lucide-${fold})`).first()
  if (!(await control.isVisible())) await button.click()
  return control
}
