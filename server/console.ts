import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ApplicationError } from '#contract/errors.ts'
import { escapeHtml } from './lib/escape-html.ts'
import { chooseEncoding, type Encoding } from './lib/inbound/accepted-encoding.ts'
import { commonHeaders, type PageGuests, pageHeaders, partHeaders } from './lib/inbound/security-headers.ts'

/** The built console, from memory: its files, and its one page for every other address. */
export type ConsoleFiles = {
  /** Throws `not_found` for what is neither a file nor a page. */
  handle: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>
}

/** What depends on options: whose scripts the page may run, and where it may post forms, besides its own; whose it is. */
export type PageFacts = { readonly guests: PageGuests; readonly owner: PageOwner }

/**
 * Only files that are in the folder now are ever served, so no path can lead elsewhere. The page is made anew where what
 * holds for it at this moment is not what held before.
 */
export const openConsole = async (folder: string, facts: () => PageFacts): Promise<ConsoleFiles> => {
  const files = new Map<string, Promise<StaticFile>>()
  let page: { of: string; file: Promise<StaticFile> } | undefined
  const names = new Map((await listFiles(folder)).map((file) => [urlOf(folder, file), file]))
  const open = (url: string, file: string): Promise<StaticFile> => {
    const opening = files.get(url) ?? readStaticFile(url, file)
    files.set(url, opening)
    return opening
  }
  const openPage = (file: string): Promise<StaticFile> => {
    const now = facts()
    const of = JSON.stringify(now)
    if (page?.of !== of) page = { of, file: readPage(file, now) }
    return page.file
  }
  return {
    handle: async (request, response, path) => {
      const missing = new ApplicationError('not_found', { method: request.method ?? '', path })
      if (request.method !== 'GET' && request.method !== 'HEAD') throw missing
      const url = names.has(path) && path !== pageUrl ? path : pageUrl
      const file = names.get(url)
      if (file === undefined || (url === pageUrl && !(isPage(path) && mayBePage(request)))) throw missing
      send(request, response, await (url === pageUrl ? openPage(file) : open(url, file)))
    },
  }
}

type StaticFile = { headers: Record<string, string>; etag: string; bodies: Record<Encoding, Buffer> }

const pageUrl = '/index.html'

/** Addresses that belong to programs are no pages, however they are written; nor is what no browser would send. */
const isPage = (path: string): boolean => {
  const plain = decode(path)
  return (
    plain !== undefined && !/^\/(api|v1|v1beta|v1alpha|hf|assets|pg|mj|suno)(\/|$)|\/\/|\.\.|[\\\p{Cc}]/iu.test(plain)
  )
}

/** A program that asks whether somebody is well at an address of its own is not to take a page for "yes". */
const mayBePage = ({ headers: { accept } }: IncomingMessage): boolean =>
  accept === undefined || accept.includes('text/html') || !accept.includes('application/json')

const decode = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

const send = (request: IncomingMessage, response: ServerResponse, { headers, etag, bodies }: StaticFile): void => {
  const encoding = chooseEncoding(String(request.headers['accept-encoding'] ?? ''))
  const tag = `"${etag}-${encoding}"`
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('etag', tag)
  response.setHeader('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304).end()
    return
  }
  const body = bodies[encoding]
  if (body !== bodies.identity) response.setHeader('content-encoding', encoding)
  response.writeHead(200, { 'content-length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const readStaticFile = async (url: string, file: string): Promise<StaticFile> => {
  const identity = await readFile(file)
  const { type, text } = contentTypes[extname(file)] ?? { type: 'application/octet-stream', text: false }
  return {
    headers: {
      ...headersOf(type, identity),
      'content-type': type,
      'cache-control': url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=604800',
    },
    etag: tagOf(identity),
    bodies: await packed(identity, text, await readFile(file + packedEnd).catch(() => undefined)),
  }
}

const headersOf = (type: string, content: Buffer): Readonly<Record<string, string>> => {
  if (type === htmlType) return pageHeaders(content.toString('utf8'))
  return type === scriptType || type === styleType ? partHeaders : commonHeaders
}

const readPage = async (file: string, { guests, owner }: PageFacts): Promise<StaticFile> => {
  const built = await readFile(file, 'utf8')
  const identity = Buffer.from(namedPage(built, owner))
  return {
    // The scripts that it was built with, whatever its owner is called.
    headers: { ...pageHeaders(built, guests), 'content-type': htmlType, 'cache-control': 'no-cache' },
    // A browser that has the page keeps the headers it came with, so other headers make it another page.
    etag: tagOf(identity, JSON.stringify(guests)),
    bodies: await packed(identity, true),
  }
}

const tagOf = (...parts: readonly (Buffer | string)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url').slice(0, 16)
}

/** `br`: as the build packed it, for which it took more time than whoever waits has. */
const packed = async (identity: Buffer, isText: boolean, br?: Buffer): Promise<Record<Encoding, Buffer>> =>
  !isText || identity.length < 512
    ? { identity, br: identity, gzip: identity }
    : { identity, br: br ?? (await compressBrotli(identity)), gzip: await promisify(gzip)(identity, { level: 9 }) }

const compressBrotli = (body: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })

const htmlType = 'text/html; charset=utf-8'
const scriptType = 'text/javascript; charset=utf-8'
const styleType = 'text/css; charset=utf-8'
const contentTypes: Record<string, { type: string; text: boolean }> = {
  '.html': { type: htmlType, text: true },
  '.js': { type: scriptType, text: true },
  '.css': { type: styleType, text: true },
  '.json': { type: 'application/json', text: true },
  '.webmanifest': { type: 'application/manifest+json', text: true },
  '.svg': { type: 'image/svg+xml', text: true },
  '.txt': { type: 'text/plain; charset=utf-8', text: true },
  '.png': { type: 'image/png', text: false },
  '.jpg': { type: 'image/jpeg', text: false },
  '.webp': { type: 'image/webp', text: false },
  '.ico': { type: 'image/x-icon', text: false },
  '.woff2': { type: 'font/woff2', text: false },
}

/** Stands behind the name of a file where the build put it in packed form. */
const packedEnd = '.br'

/** Nothing when the console was not built. Names with a dot in front are the build's own notes. */
const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !urlOf(folder, file).includes('/.') && !file.endsWith(packedEnd))
}

const urlOf = (folder: string, file: string): string => `/${relative(folder, file).split(sep).join('/')}`

/** Whose gateway it is, as whoever passes its address on is shown it. */
export type PageOwner = { readonly name: string; readonly address: string }

/** The page with the operator's name, and with the whole address of its picture: who reads it for others runs no script. */
export const namedPage = (html: string, { name, address }: PageOwner): string => {
  const named = escapeHtml(name.trim())
  const pictured = html.replace(/(property="og:image" content=")(?=\/)/, (start) => start + escapeHtml(address))
  if (named === '') return pictured
  return pictured
    .replace(/<title>[^<]*/, () => `<title>${named}`)
    .replace(/(property="og:(?:title|site_name)" content=")[^"]*/g, (_whole, start: string) => start + named)
}
