const fields = 'input:not([type=hidden], [hidden]), textarea, [role=combobox]'

/** What is asked for first is answered at once; where nothing is, or a keyboard would cover the screen, nothing is chosen. */
export const firstField = (content: HTMLElement | null, openedBy: string): HTMLElement | true =>
  openedBy === 'touch' || (content?.querySelector<HTMLElement>(fields) ?? true)
