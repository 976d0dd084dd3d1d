import type { CacheHint, ChatMessage, ChatRequest, TextPart } from './chat.ts'

/** No upstream keeps a shorter prompt, in tokens. */
export const leastCachedTokens = 1024

/** A dialect takes four: one for the tools, one for the system's words, two for the turns. */
const mostTurns = 2

/**
 * The same conversation with hints where none are, for upstreams that keep nothing unasked: behind the tools, behind the
 * system's words, and behind the last turns where it is one that goes on. A client that set hints of its own has it so.
 */
export const withCacheHints = (request: ChatRequest): ChatRequest => {
  if (hintsOf(request).length > 0) return request
  const goesOn = request.tools.length > 0 || request.messages.some(({ role }) => role === 'assistant')
  return {
    ...request,
    tools: hinted(request.tools, () => true, hint),
    system: hinted(request.system, isSaid, hint),
    messages: goesOn ? withHintedTurns(request.messages) : request.messages,
  }
}

/**
 * Where an upstream keeps every long prompt unasked, marks say nothing. What there is instead is a key, by which the turns of
 * a conversation find the same cache, and a wish to keep it for longer: the longest there is stands for an hour.
 */
export const withCacheKey = (request: ChatRequest, key: string | undefined): ChatRequest => ({
  ...request,
  cacheKey: request.cacheKey ?? key,
  cacheRetention:
    request.cacheRetention ?? (hintsOf(request).some(({ lifetime }) => lifetime === '1h') ? '24h' : undefined),
})

const hint: CacheHint = { lifetime: undefined }

/** The last of them that can hold a hint gets one. */
const hinted = <Holder extends { cache?: CacheHint }>(
  holders: readonly Holder[],
  canHold: (holder: Holder) => boolean,
  hint: CacheHint,
): readonly Holder[] => {
  const place = holders.findLastIndex(canHold)
  return place < 0 ? holders : holders.map((holder, at) => (at === place ? { ...holder, cache: hint } : holder))
}

const isSaid = ({ text }: TextPart): boolean => text !== ''

/** A hint for a whole request reaches as far as its last turn does. */
export const hintedAtEnd = (messages: readonly ChatMessage[], hint: CacheHint | undefined): readonly ChatMessage[] => {
  const last = messages.at(-1)
  return last === undefined || hint === undefined ? messages : [...messages.slice(0, -1), withHintAtEnd(last, hint)]
}

/** What was newest in the last turn is looked up by its hint, and what is newest now is kept for the next one. */
const withHintedTurns = (messages: readonly ChatMessage[]): ChatMessage[] => {
  let left = mostTurns
  const turns: ChatMessage[] = []
  for (const message of messages.toReversed()) {
    const marked = left > 0 ? withHintAtEnd(message, hint) : message
    if (marked !== message) left -= 1
    turns.push(marked)
  }
  return turns.reverse()
}

const withHintAtEnd = (message: ChatMessage, hint: CacheHint): ChatMessage => {
  if (message.role === 'assistant') return message
  if (message.role === 'tool') {
    return message.parts.length === 0 ? message : { ...message, parts: hinted(message.parts, () => true, hint) }
  }
  const place = message.parts.findLastIndex((part) =>
    part.type === 'text' ? isSaid(part) : part.type === 'image' || part.type === 'document',
  )
  if (place < 0) return message
  return { ...message, parts: message.parts.map((part, at) => (at === place ? { ...part, cache: hint } : part)) }
}

/** All there are, in the order of the prompt. */
export const hintsOf = ({ tools, system, messages }: ChatRequest): CacheHint[] => {
  const hints: CacheHint[] = []
  const note = (holder: { cache?: CacheHint }) => {
    if (holder.cache !== undefined) hints.push(holder.cache)
  }
  tools.forEach(note)
  system.forEach(note)
  for (const message of messages) {
    for (const part of message.parts) {
      if ('cache' in part) note(part)
      if (part.type === 'tool_result') part.parts.forEach(note)
    }
  }
  return hints
}
