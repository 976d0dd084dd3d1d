const storageKey = 'way-back'

/** Remembers the page that a provider is left from, in this tab. */
export const rememberWayBack = (): void => sessionStorage.setItem(storageKey, location.pathname)

/** The page to go back to, once; nothing but a path of our own. */
export const takeWayBack = (): string | undefined => {
  const path = sessionStorage.getItem(storageKey) ?? ''
  sessionStorage.removeItem(storageKey)
  return /^\/[\w/-]*$/.test(path) && !path.startsWith('//') ? path : undefined
}
