import type { Channel } from '../../domain/channels/channel.ts'
import type { Domain } from '../../domain/domain.ts'
import type { ClientResponse } from '../../lib/inbound/plain-response.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import type { OutboundStream } from '../../lib/outbound/outbound-request.ts'
import type { Call } from '../../relay/call.ts'
import { untranslated } from '../../relay/exchange.ts'
import { transportFailure } from '../../relay/failure.ts'
import { passAnswer } from '../../relay/pass-answer.ts'
import { send } from '../../relay/send.ts'
import { address, wayTo } from '../../relay/translate.ts'

type Parts = { domain: Pick<Domain, 'clock' | 'options' | 'pool' | 'prices'>; outbound: Outbound }

/** An answer whose head is there and whose body is yet to come. */
export type OpenVideo = {
  status: number
  header: (name: string) => string | undefined
  /** Passes it on as it comes, with back-pressure. */
  pass: (response: ClientResponse, headers: string[]) => Promise<void>
  abandon: () => void
}

/** From the channel itself, which wants to see its key; where it leads on to, nobody is shown it. */
export const openKept = async (
  parts: Parts,
  { call, channel, key, range }: { call: Call; channel: Channel; key: string; range: string | undefined },
): Promise<OpenVideo> => {
  const { domain, outbound } = parts
  const unsent = { bytes: call.bytes, exchange: untranslated(call), streams: false }
  const request = await address({ domain, outbound, call }, wayTo(domain, call, channel, key), unsent)
  if (range !== undefined) request.headers.push('range', range)
  const answer = send(outbound, request)
  await answer.head
  const next = answer.headers.get('location')
  if (answer.status >= 300 && answer.status < 400 && next !== undefined) {
    answer.abort()
    const url = URL.parse(next, request.origin)?.href ?? next
    return openAddress(parts, { url, channel, range })
  }
  return {
    status: answer.status,
    header: (name) => answer.headers.get(name),
    pass: (response, headers) => passAnswer(answer, response, headers),
    abandon: () => answer.abort(),
  }
}

type Addressed = { url: string; channel: Channel | undefined; range: string | undefined }

/**
 * The address is an upstream's word: it may lead to the public internet, and into private networks only where the
 * operator himself sent us, to that very server. Each redirect is held to the same.
 */
export const openAddress = async (
  parts: Pick<Parts, 'outbound'>,
  { url, channel, range }: Addressed,
  redirects = mostRedirects,
): Promise<OpenVideo> => {
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
