/** What is asked for is typed at once; where nothing is, or a keyboard would cover the screen, nothing is chosen. */
export const firstField = (content: HTMLElement | null, openedBy: string): HTMLElement | true =>
  openedBy === 'touch' || (content?.querySelector<HTMLElement>('input:not([type=hidden], [hidden]), textarea') ?? true)
