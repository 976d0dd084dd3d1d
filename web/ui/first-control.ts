/** The control of a row that opens it, or else the first that stays: what comes up with the focus cannot take it. */
export const firstControl = (row: Element | undefined): HTMLElement | undefined =>
  row?.querySelector<HTMLElement>('[data-open]') ??
  [...(row?.querySelectorAll<HTMLElement>('button, a') ?? [])].find(
    (control) => control.closest('[data-passing]') === null,
  )
