import { readLocal, writeLocal } from './local-storage.ts'

/** The script that this tab was started with; its name changes with every build. */
const ownEntry = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')?.src

/** The script that a tab would be started with now, when that is another: the server has a newer build. */
export const newerEntry = async (): Promise<string | undefined> => {
  if (ownEntry === undefined) return undefined
  try {
    const page = await (await fetch('/', { cache: 'no-store' })).text()
    const [, source] = /<script[^>]* src="([^"]*\/assets\/[^"]+)"/.exec(page) ?? []
    const entry = source && new URL(source, location.href).href
    return entry === ownEntry ? undefined : entry
  } catch {
    return undefined
  }
}

const storageKey = 'reloaded-for'

/** Once for each build: where a cache in between goes on handing out the old page, reloading would never end. */
export const reloadFor = (entry: string): boolean => {
  if (readLocal(storageKey) === entry) return false
  writeLocal(storageKey, entry)
  location.reload()
  return true
}

/** Lists to choose from keep their choice in a hidden field. */
const typedInto =
  ':is(input, textarea):not([type=search], [type=checkbox], [type=radio], [type=hidden], [aria-hidden=true])'

/** Whether something is open or typed that reloading would lose. */
export const isSomethingTyped = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog]') !== null ||
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typedInto)].some(({ value }) => value !== '')
