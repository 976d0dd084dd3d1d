/** Where a client's address leads under its usual name, and the model that it names. */
export type UsualAddress = { path: string; model: string | undefined; tellsUsage: boolean }

/**
 * Clients have the addresses of other servers in them: those of clouds and gateways, of the time when models were called
 * engines, with the version twice or not at all. All of them lead to the same few places. A trailing slash is the same
 * path, as are slashes doubled where an address that ends with one was put before a path.
 */
export const usualAddress = (path: string): UsualAddress => {
  const plain = withoutDoubledVersion(withUsualPrefix(withoutSlash(plainPath(path))))
  const tellsUsage = path.startsWith('/api/v1/')
  const [, model, rest] = namesModel.exec(plain) ?? []
  if (model === undefined) return { path: withVersion(plain), model: undefined, tellsUsage }
  return { path: `/v1/${rest}`, model: decodePart(model), tellsUsage }
}

/** Whether an address that does not begin as most do belongs to the relay all the same. */
export const isOtherAddress = (path: string): boolean => {
  const plain = withoutDoubledSlashes(path)
  return relayPrefix.test(plain) || withoutVersion.test(plain)
}

/** What varies in a path, as it was meant. */
export const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** What addresses begin with elsewhere, and here; the first that fits counts. */
const prefixes: readonly (readonly [theirs: string, ours: string])[] = [
  ['/hf/v1', '/v1'],
  ['/api/v1', '/v1'],
  ['/v1beta/openai', '/v1'],
  ['/v1alpha/openai', '/v1'],
  ['/v1alpha', '/v1beta'],
  ['/v1beta1/publishers/google', '/v1beta'],
  ['/v1beta1', '/v1beta'],
  ['/openai/v1', '/v1'],
  ['/openai', '/v1'],
]

const relayPrefix =
  /^\/(?:(?:hf\/|api\/|openai\/)?v1|(?:upload\/|download\/)v1|(?:upload\/|download\/)?v1beta|v1alpha|v1beta1|openai|pg|ws|api\/(?:pull|push|create|copy|delete|blobs))(?:\/|$)/

/** Pages of the console are none of these. */
const withoutVersion =
  /^\/(?:chat\/completions|dashboard\/billing\/(?:subscription|usage)|(?:completions|responses|messages|embeddings|models|engines|moderations|images|audio|realtime|rerank)(?:\/.*)?)\/?$/

const namesModel = /^\/(?:v1\/)?(?:deployments|engines)\/([^/]+)\/(.+)$/

const doubledVersion = /^\/v1(?:beta)?(?=\/v1(?:beta)?(?:\/|$))/

/** Some clients write the colon before what is asked of a model as an escape. */
const plainPath = (path: string): string => withoutDoubledSlashes(path).replace(/%3a(?=[a-z]+\/?$)/i, ':')

const withoutDoubledSlashes = (path: string): string => (path.includes('//') ? path.replace(/\/{2,}/g, '/') : path)

export const withoutSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)

const withUsualPrefix = (path: string): string => {
  const found = prefixes.find(([theirs]) => path === theirs || path.startsWith(`${theirs}/`))
  return found === undefined ? path : found[1] + path.slice(found[0].length)
}

const withoutDoubledVersion = (path: string): string =>
  doubledVersion.test(path) ? withoutDoubledVersion(path.replace(doubledVersion, '')) : path

/** A list of deployments is one of models, and one of them is a model. */
const withVersion = (path: string): string => {
  const place = listed.exec(path)
  if (place !== null) return `/v1/models${place[1] ?? ''}`
  return withoutVersion.test(path) ? `/v1${path}` : path
}

const listed = /^(?:\/v1)?\/(?:deployments|engines)(\/[^/]+)?$/
