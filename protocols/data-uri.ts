/** What a `data:` address holds; its bytes are decoded only when someone asks for them. */
export type DataUri = { mediaType: string; base64: string }

/** Reads a `data:` address; undefined for any other one, and for one that is broken. */
export const readDataUri = (address: string): DataUri | undefined => {
  if (!/^data:/i.test(address.slice(0, 5))) return undefined
  const comma = address.indexOf(',')
  if (comma < 0) return undefined
  const [mediaType = '', ...parameters] = address.slice(5, comma).split(';')
  const data = address.slice(comma + 1)
  const isBase64 = parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64')
  const base64 = isBase64 ? data : encodePercent(data)
  return base64 === undefined ? undefined : { mediaType: mediaType.trim().toLowerCase() || 'text/plain', base64 }
}

export const writeDataUri = ({ mediaType, base64 }: DataUri): string => `data:${mediaType};base64,${base64}`

const encodePercent = (text: string): string | undefined => {
  try {
    return Buffer.from(decodeURIComponent(text)).toString('base64')
  } catch {
    return undefined
  }
}
