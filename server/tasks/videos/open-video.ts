import type { Channel } from '../../domain/channels/channel.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import type { Call } from '../../relay/call.ts'
import { untranslated } from '../../relay/exchange.ts'
import { passAnswer } from '../../relay/pass-answer.ts'
import { send } from '../../relay/send.ts'
import { address, wayTo } from '../../relay/translate.ts'
import { type OpenMedium, openAddress } from '../open-address.ts'

type Parts = { domain: Pick<Domain, 'clock' | 'options' | 'pool' | 'prices'>; outbound: Outbound }

/** From the channel itself, which wants to see its key; where it leads on to, nobody is shown it. */
export const openKept = async (
  parts: Parts,
  { call, channel, key, range }: { call: Call; channel: Channel; key: string; range: string | undefined },
): Promise<OpenMedium> => {
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
