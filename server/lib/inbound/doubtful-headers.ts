/**
 * Headers of which there is one, or two readers differ in which counts: Node takes the first and says nothing, others
 * take the last. What is told twice is refused on every path.
 */
const single: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'authorization',
  'proxy-authorization',
  'upgrade',
  'expect',
  'range',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
])

/** Whether a head may mean one thing to us and another to who stands in front. `rawHeaders` are names and values in turn. */
export const isDoubtful = (rawHeaders: readonly string[]): boolean => {
  let seen: Set<string> | undefined
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    if (!single.has(name)) continue
    if (seen?.has(name) === true || !isClear(name, rawHeaders[index + 1] ?? '')) return true
    seen ??= new Set()
    seen.add(name)
  }
  return false
}

/** Hosts in a list are two hosts; a body that is written in another way than in chunks ends elsewhere for others. */
const isClear = (name: string, value: string): boolean => {
  if (name === 'host') return isOneHost(value)
  return name !== 'transfer-encoding' || value.toLowerCase() === 'chunked'
}

export const isOneHost = (value: string): boolean => !unlikeHost.test(value)

const unlikeHost = /[\s,/?#@\\]/
