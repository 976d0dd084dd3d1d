import type { KeptAs } from '#protocols/chat.ts'
import type { StreamTap } from '#protocols/protocol.ts'
import { textsWithin } from '#protocols/texts.ts'
import type { Domain } from '../../domain/domain.ts'
import type { AttemptParts } from '../attempt-parts.ts'
import type { Call } from '../call.ts'
import type { StreamedDelivery } from '../deliver.ts'
import { newIdBase } from '../exchange.ts'

/** How a translated answer is kept here; undefined where its client, or the operator, wants none kept. */
export const keptAs = (domain: Pick<Domain, 'clock' | 'options'>, call: Call): KeptAs | undefined => {
  const { outline, recalled } = call
  const { memory } = call.protocol
  if (memory === undefined || outline.storage?.kept !== true) return undefined
  if (domain.options.get('ResponseMemoryDays') === 0) return undefined
  return { id: memory.newId(newIdBase(domain.clock)), previousId: recalled?.previousId }
}

type Parts = Pick<AttemptParts, 'caller' | 'call'> & {
  domain: Pick<Domain, 'log' | 'responseMemory' | 'sensitiveWords'>
}

/** Once it is charged and told: as it was told. */
export const rememberAnswer = (parts: Parts, kept: KeptAs, bytes: Buffer, isStream: boolean): void => {
  const told = isStream ? parts.call.protocol.memory?.ofEvents(bytes) : undefined
  if (!isStream) remember(parts, kept, bytes.toString())
  else if (told !== undefined) remember(parts, kept, JSON.stringify(told))
}

/** Listens for the last words of a stream, in which its answer stands whole. */
export const hearingLastWords = (tap: StreamTap): { tap: StreamTap; lastWords: () => Buffer | undefined } => {
  let last: Buffer | undefined
  const end = () => {
    last = tap.end()
    return last
  }
  return { tap: { ...tap, end }, lastWords: () => last }
}

/**
 * The same for a stream, however it ended: its client may come back to what it has read. `closing` is what it was told
 * in the place of an end. What may hold a word that nobody shall read is forgotten with the stream.
 */
export const rememberStream = (
  parts: Parts,
  kept: KeptAs,
  { delivery, lastWords, closing, isSearched }: StreamEnd,
): void => {
  const { ending, tellFailure } = delivery
  if (ending === 'sensitive_words') return
  if (ending !== 'client_gone') {
    const said = [lastWords, closing].filter((piece) => piece !== undefined)
    rememberAnswer(parts, kept, Buffer.concat(said), true)
    return
  }
  const { memory } = parts.call.protocol
  const left = tellFailure && memory?.ofEvents(tellFailure(gone))
  if (memory === undefined || left === undefined) return
  // The last of it was still held back to be looked through.
  if (isSearched && parts.domain.sensitiveWords.find(textsWithin([left.output])) !== undefined) return
  remember(parts, kept, JSON.stringify(memory.left(left)))
}

type StreamEnd = {
  delivery: Pick<StreamedDelivery, 'ending' | 'tellFailure'>
  lastWords: Buffer | undefined
  closing: Buffer | undefined
  isSearched: boolean
}

const gone = { kind: 'upstream_failed', status: 502, code: null, message: 'the client left' } as const

/** Nobody waits for it, and nobody's answer fails with it. */
const remember = ({ domain, caller, call }: Parts, { id, previousId }: KeptAs, response: string): void => {
  try {
    const input = JSON.stringify(call.protocol.memory?.inputItems((call.recalled ?? call.body()).input) ?? [])
    domain.responseMemory.remember(caller.userId, { id, previousId, input, response })
  } catch (error) {
    domain.log.error('a response could not be remembered', { response: id, error })
  }
}
