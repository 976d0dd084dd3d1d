import { windowOf } from '#protocols/counting/media-estimate.ts'
import type { Domain } from '../domain/domain.ts'
import type { StoredResponse } from '../domain/stored-responses.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { AttemptFailure } from './failure.ts'
import { forward, readWhole } from './forward.ts'
import { askingFor } from './stored/pay-later.ts'
import { contextTokens } from './stored/record-response.ts'

type Parts = {
  domain: Pick<Domain, 'clock' | 'options' | 'pool' | 'prices' | 'storedResponses'>
  outbound: Outbound
}

/**
 * Tokens that a call reads of earlier turns, which its upstream keeps and are not in its body: noted when they were made,
 * or asked for. Where nobody can tell, as many as a model can read. Without a promise where it goes on from none.
 */
export const tokensOfEarlierTurns = (parts: Parts, caller: Caller, { outline }: Call): number | Promise<number> => {
  const { conversation, previousResponseId: id } = outline.storage ?? {}
  const window = windowOf(outline.model)
  if (conversation !== undefined) return window
  return id === undefined ? 0 : tokensUpTo(parts, caller.userId, id).then((known) => known ?? window)
}

const tokensUpTo = async (parts: Parts, userId: number, id: string): Promise<number | undefined> => {
  const found = await parts.domain.storedResponses.find(userId, id)
  return found === undefined ? undefined : (found.contextTokens ?? askFor(parts, found))
}

/** Made before lengths were noted, made in the background, or left by its client before its end. */
const askFor = async ({ domain, outbound }: Parts, found: StoredResponse): Promise<number | undefined> => {
  const channel = domain.pool.find(found.channelId)
  if (channel === undefined) return undefined
  try {
    const { call, way } = askingFor(domain, found.id, channel, found.keyPlace)
    const { answer } = await forward({ domain, outbound, call }, way, noBytes)
    const usage = call.protocol.reply.usage(await readWhole(answer))
    if (usage === undefined) return undefined
    const tokens = contextTokens(usage)
    domain.storedResponses.remember({ ...found, contextTokens: tokens })
    return tokens
  } catch (error) {
    if (error instanceof AttemptFailure) return undefined
    throw error
  }
}

const noBytes = Buffer.alloc(0)
