const storageKey = 'way-back'

/** Remembers the page that a provider is left from, in this tab. */
export const rememberWayBack = (): void => {
  try {
    sessionStorage.setItem(storageKey, location.pathname)
  } catch {
    // Then the way back leads where it does from nowhere.
  }
}

/** The page to go back to, once; nothing but a path of our own. */
export const takeWayBack = (): string | undefined => {
  const path = takeStored()
  return /^\/[\w/-]*$/.test(path) && !path.startsWith('//') ? path : undefined
}

const takeStored = (): string => {
  try {
    const path = sessionStorage.getItem(storageKey) ?? ''
    sessionStorage.removeItem(storageKey)
    return path
  } catch {
    return ''
  }
}
