import type { Channel } from '../domain/channels/channel.ts'
import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import type { OutboundStream } from '../lib/outbound/outbound-request.ts'
import { transportFailure } from '../relay/failure.ts'

/** An answer whose head is there and whose body is yet to come. */
export type OpenMedium = {
  status: number
  header: (name: string) => string | undefined
  /** Passes it on as it comes, with back-pressure. */
  pass: (response: ClientResponse, headers: string[]) => Promise<void>
  abandon: () => void
}

type Addressed = { url: string; channel: Channel | undefined; range: string | undefined }

/**
 * The address is an upstream's word: it may lead to the public internet, and into private networks only where the
 * operator himself sent us, to that very server. Each redirect is held to the same.
 */
export const openAddress = async (
  parts: { outbound: Outbound },
  { url, channel, range }: Addressed,
  redirects = mostRedirects,
): Promise<OpenMedium> => {
  const { outbound } = parts
  const isChannels = channel !== undefined && URL.parse(url)?.origin === URL.parse(channel.baseUrl)?.origin
  const opening = outbound.open({
    url,
    method: 'GET',
    headers: range === undefined ? {} : { range },
    policy: isChannels ? outbound.operator : { givenBy: 'user' },
    timeoutMs: longestSilenceMs,
    // A proxy resolves names by itself: no stranger's go through one.
    proxy: isChannels ? channel.setting.proxy : undefined,
  })
  const stream = await opening.catch((error: unknown) => {
    throw transportFailure(error)
  })
  const next = stream.header('location')
  if (stream.status >= 300 && stream.status < 400 && next !== undefined && redirects > 0) {
    stream.body.destroy()
    return openAddress(parts, { url: URL.parse(next, url)?.href ?? next, channel, range }, redirects - 1)
  }
  return {
    status: stream.status,
    header: stream.header,
    pass: (response, headers) => passStream(stream, response, headers),
    abandon: () => stream.body.destroy(),
  }
}

const mostRedirects = 3
const longestSilenceMs = 60_000

/** One that breaks off breaks off for the client as well. */
const passStream = ({ status, body }: OutboundStream, response: ClientResponse, headers: string[]): Promise<void> =>
  new Promise((resolve) => {
    response.once('close', () => {
      body.destroy()
      resolve()
    })
    response.writeHead(status, headers)
    body.on('data', (chunk: Buffer) => {
      if (response.destroyed || response.write(chunk)) return
      body.pause()
      response.once('drain', () => body.resume())
    })
    body.once('end', () => {
      response.end()
      resolve()
    })
    body.once('error', () => {
      response.destroy()
      resolve()
    })
  })
