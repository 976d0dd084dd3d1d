import type * as z from 'zod/mini'

/** Reading and writing what the browser keeps. Storage may be full or forbidden: then it lasts as long as the page. */

const refused = new Map<string, string | null>()

/** Told to the window when the browser refuses to keep something. */
export const refusalEvent = 'unkept'

export const readLocal = (key: string): string | null => {
  try {
    const value = refused.get(key)
    return value === undefined ? localStorage.getItem(key) : value
  } catch {
    return null
  }
}

export const writeLocal = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    refused.delete(key)
  } catch {
    refused.set(key, value)
    dispatchEvent(new Event(refusalEvent))
  }
}

/** Stored JSON is input like any other: what does not fit the schema counts as absent. */
export const readLocalJson = <Schema extends z.ZodMiniType>(key: string, schema: Schema): z.output<Schema> | null => {
  try {
    const parsed = schema.safeParse(JSON.parse(readLocal(key) ?? ''))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
