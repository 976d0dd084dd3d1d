type Pressed = { key: string; currentTarget: HTMLInputElement; preventBaseUIHandler: () => void }

/** Escape on a field whose list is closed is meant for what the field stands in: it would empty it. */
export const keepOnEscape = (event: Pressed): void => {
  const isListOpen = event.currentTarget.getAttribute('aria-expanded') === 'true'
  if (event.key === 'Escape' && !isListOpen) event.preventBaseUIHandler()
}
