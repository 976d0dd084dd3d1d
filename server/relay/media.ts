import type {
  AssistantPart,
  ChatMessage,
  ChatRequest,
  DocumentPart,
  ImagePart,
  Source,
  TextPart,
  UserPart,
} from '#protocols/chat.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { AddressRefused } from '../lib/outbound/address-guard.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'

const largestFile = 20 * 1024 * 1024
const mostFiles = 32
const mostRedirects = 3

/** The same conversation with every picture and file fetched, for upstreams that do not fetch addresses themselves. */
export const withMedia = async (outbound: Outbound, request: ChatRequest): Promise<ChatRequest> => {
  const urls = [...new Set(request.messages.flatMap(urlsOf))]
  if (urls.length === 0) return request
  if (urls.length > mostFiles) throw new ProtocolError('messages', `must not name more than ${mostFiles} addresses`)
  const fetched = new Map(await Promise.all(urls.map(async (url) => [url, await fetchFile(outbound, url)] as const)))
  return { ...request, messages: request.messages.map((message) => withFiles(message, fetched)) }
}

type File = { mediaType: string; base64: string }
type Part = UserPart | AssistantPart | TextPart | ImagePart | DocumentPart

const partsOf = (message: ChatMessage): readonly Part[] =>
  message.role === 'tool' ? message.parts.flatMap((result) => result.parts) : message.parts

const urlsOf = (message: ChatMessage): string[] =>
  partsOf(message).flatMap((part) => ('source' in part && part.source.kind === 'url' ? [part.source.url] : []))

const withFiles = (message: ChatMessage, files: ReadonlyMap<string, File>): ChatMessage => {
  const replace = <Each extends Part>(part: Each): Each =>
    'source' in part ? { ...part, source: withFile(part.source, files) } : part
  switch (message.role) {
    case 'user':
      return { role: 'user', parts: message.parts.map(replace) }
    case 'assistant':
      return { role: 'assistant', parts: message.parts.map(replace) }
    case 'tool':
      return {
        role: 'tool',
        parts: message.parts.map((result) => ({ ...result, parts: result.parts.map(replace) })),
      }
  }
}

const withFile = (source: Source, files: ReadonlyMap<string, File>): Source => {
  if (source.kind !== 'url') return source
  const file = files.get(source.url)
  return file === undefined ? source : { kind: 'data', ...file }
}

/** Clients name these addresses, so they are held to the strictest rule, at every redirect anew. */
const fetchFile = async (outbound: Outbound, url: string, redirects = mostRedirects): Promise<File> => {
  const reply = await request(outbound, url)
  const location = reply.headers.location
  if (reply.status >= 300 && reply.status < 400 && location !== undefined && redirects > 0) {
    const next = URL.parse(location, url)
    if (next === null) throw new ProtocolError('messages', 'an address in it could not be fetched')
    return fetchFile(outbound, next.href, redirects - 1)
  }
  if (reply.status !== 200) throw new ProtocolError('messages', `an address answered with status ${reply.status}`)
  const mediaType = (reply.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return { mediaType: mediaType || 'application/octet-stream', base64: reply.body.toString('base64') }
}

const request = async (outbound: Outbound, url: string) => {
  try {
    return await outbound.request({
      url,
      method: 'GET',
      policy: { givenBy: 'user' },
      timeoutMs: 20_000,
      maximumBytes: largestFile,
    })
  } catch (error) {
    const isRefused = error instanceof AddressRefused
    throw new ProtocolError(
      'messages',
      isRefused ? 'an address in it is not allowed' : 'an address in it could not be fetched',
    )
  }
}
