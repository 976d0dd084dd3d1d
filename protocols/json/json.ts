export type JsonObject = { [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object under a key, or none: for reading answers whose shape is not ours to demand. */
export const objectAt = (value: unknown, key: string): JsonObject | undefined => {
  if (!isObject(value)) return undefined
  const found = value[key]
  return isObject(found) ? found : undefined
}

export const textAt = (value: unknown, key: string): string | undefined => {
  if (!isObject(value)) return undefined
  const found = value[key]
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** Parses what an upstream sent; undefined when it is not JSON. */
export const parseLenient = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
