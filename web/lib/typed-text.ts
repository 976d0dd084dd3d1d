const typedInto = 'input:not([type=search], [type=checkbox], [type=radio], [type=hidden], [type=button]), textarea'

/** Whether something is open or typed that reloading would lose. */
export const isSomethingTyped = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog]') !== null ||
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typedInto)].some(({ value }) => value !== '')
