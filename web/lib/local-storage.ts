import type * as z from 'zod/mini'

/** Reading and writing what the browser keeps. Storage may be full or forbidden: then nothing is kept. */

export const readLocal = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const writeLocal = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // A preference that cannot be kept is not worth an error.
  }
}

/** Stored JSON is input like any other: what does not fit the schema counts as absent. */
export const readLocalJson = <Schema extends z.ZodMiniType>(key: string, schema: Schema): z.output<Schema> | null => {
  const text = readLocal(key)
  if (text === null) return null
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
