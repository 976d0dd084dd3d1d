/** Lists to choose from keep their choice in a hidden field. */
const typedInto =
  ':is(input, textarea):not([type=search], [type=checkbox], [type=radio], [type=hidden], [aria-hidden=true])'

/** Whether something is open or typed that reloading would lose. */
export const isSomethingTyped = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog]') !== null ||
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typedInto)].some(({ value }) => value !== '')
