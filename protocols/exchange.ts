import { type ToolCalls, type Usage, usageOf } from '#pricing/usage.ts'
import type { ChatClient, ChatEvent, ChatReply, ChatUpstream, ReplyContext } from './chat.ts'
import { collectReply, eventsOfReply } from './chat-stream.ts'
import type { Reckoned } from './counting/reckoning.ts'
import { TextSample } from './counting/text-sample.ts'
import type { EmbeddingsClient, EmbeddingsRequest, EmbeddingsUpstream } from './embeddings.ts'
import { AnswerFailed, ProtocolError, type UpstreamProblem } from './failure.ts'
import { parseBriefly } from './json/brief-json.ts'
import { isObject } from './json/json.ts'
import { setLongRunsAside } from './json/long-runs.ts'
import { isWholeJson } from './json/whole-json.ts'
import type { PicturesClient, PicturesUpstream } from './pictures.ts'
import type { Protocol, RequestOutline, StreamTap } from './protocol.ts'
import type { RerankClient, RerankRequest, RerankUpstream } from './rerank.ts'
import { withoutLineEnds } from './sse.ts'

/** An answer in the client's dialect. */
export type Answer = {
  bytes: Buffer
  usage: Usage | undefined
  /** The calls of tools that were seen, where no usage came. */
  tools?: ToolCalls | undefined
  /** Bytes of generated text: for an estimate when no usage came. */
  textBytes: number
  /** What was used of what is no text, by what came. */
  reckoned?: Reckoned | undefined
  /** Set where it is not what the upstream says it is. */
  contentType?: string | undefined
}

/** The way back: from what the upstream answers to what the client reads. */
export type Exchange = {
  /** The whole answer of one that answered whole. */
  whole: (bytes: Buffer) => Answer
  /** The same for a large one, in steps: others have their turn in between. Undefined where it takes but one. */
  wholeInSteps?: (bytes: Buffer, others: () => Promise<void>) => Promise<Answer>
  /** A stream's way through. */
  tap: (contentType?: string) => StreamTap
  /** The answer of an upstream that streamed although the client did not ask for it; undefined: it cannot be made. */
  wholeOfStream: ((bytes: Buffer) => Answer) | undefined
  /** The stream of one that answered whole although the client asked for a stream. */
  streamOfWhole: ((bytes: Buffer) => Answer) | undefined
  problem: (status: number, bytes: Buffer) => UpstreamProblem
}

/** Both sides speak the same: bytes pass through and are only metered. */
export const passThrough = (protocol: Protocol, outline: RequestOutline): Exchange => ({
  whole: (bytes) => {
    // Text answers are JSON or not, as they were asked for.
    if (protocol.answers === undefined && !isWholeJson(bytes)) return unnamedStream(protocol, outline, bytes)
    const usage = protocol.reply.usage(bytes)
    if ((usage === undefined && isFailure(bytes)) || protocol.reply.failed?.(bytes) === true)
      throw new AnswerFailed(protocol.error.read(500, bytes))
    if (protocol.reply.isAnswer?.(bytes, outline) === false)
      throw new ProtocolError('answer', 'is not what was asked for')
    const told = protocol.reply.told?.(bytes, outline)
    const shaped = outline.untouched === true ? undefined : protocol.reply.shaped?.(bytes, outline)
    return {
      bytes: told?.bytes ?? shaped ?? bytes,
      contentType: told?.contentType,
      reckoned: protocol.reply.reckoned?.(bytes, outline),
      usage,
      tools: usage === undefined ? protocol.reply.tools?.(bytes) : undefined,
      textBytes: protocol.writesNothing === true ? 0 : bytes.length,
    }
  },
  tap: (contentType) => protocol.stream.tap(outline, contentType),
  wholeOfStream: undefined,
  streamOfWhole: undefined,
  problem: protocol.error.read,
})

/** Some upstreams stream without saying so. What is neither whole JSON nor a whole stream is no answer. */
const unnamedStream = (protocol: Protocol, outline: RequestOutline, bytes: Buffer): Answer => {
  if (!outline.stream) throw new ProtocolError('answer', 'is no whole JSON')
  const tap = protocol.stream.tap(outline)
  const pieces = [tap.push(bytes), tap.end()].filter((piece) => piece !== undefined)
  if (!tap.finished() || tap.failed()) throw new ProtocolError('answer', 'is no whole stream')
  return { bytes: Buffer.concat(pieces), usage: tap.usage(), tools: tap.tools?.(), textBytes: tap.textBytes() }
}

const errorMark = Buffer.from('"error"')

/** Some upstreams refuse with a status of success: an error stands where an answer has the list of its parts. */
const isFailure = (bytes: Buffer): boolean => {
  const told = bytes.includes(errorMark) ? parseBriefly(bytes) : undefined
  if (!isObject(told) || Object.values(told).some(Array.isArray)) return false
  return isObject(told.error) || (typeof told.error === 'string' && told.error !== '')
}

export type ChatExchange = {
  client: ChatClient
  upstream: ChatUpstream
  context: ReplyContext
  /** Further steps between reading and writing, such as telling the reasoning as text. */
  change?: ((events: readonly ChatEvent[]) => ChatEvent[]) | undefined
}

/** Two chat dialects, by way of the common form. */
export const translateChat = ({ client, upstream, context, change }: ChatExchange): Exchange => {
  const write = (events: ChatEvent[]): Answer => {
    const changed = change === undefined ? events : change(events)
    const bytes = Buffer.from(JSON.stringify(client.writeReply(collectReply(changed), context)))
    return { bytes, ...measure(events) }
  }
  const stream = (events: ChatEvent[]): Answer => {
    const writer = client.createWriter(context)
    const text = writer.write(change === undefined ? events : change(events))
    return { bytes: Buffer.from(withoutLineEnds(text + writer.end())), ...measure(events) }
  }
  const read = (bytes: Buffer) => upstream.readReply(bytes, context.request)
  const told = (reply: ChatReply) => (change === undefined ? reply : collectReply(change(eventsOfReply(reply))))
  const text = (reply: ChatReply) => JSON.stringify(client.writeReply(told(reply), context))

  /** The answer by way of a short one. Undefined where that does not do: places in a text would be others in it. */
  const wholeOfShort = async (bytes: Buffer, others: () => Promise<void>): Promise<Answer | undefined> => {
    const short = await setLongRunsAside(bytes, context.newId(), others)
    if (short === undefined) return undefined
    try {
      const reply = read(short.bytes)
      const events = eventsOfReply(reply)
      if (events.some(({ type }) => type === 'citation')) return undefined
      const restored = await short.restore(Buffer.from(text(reply)))
      return restored === undefined ? undefined : { bytes: restored, ...measure(events, short.sizeOf) }
    } catch {
      // Whatever is wrong with it, the answer itself tells better.
      return undefined
    }
  }

  return {
    whole: (bytes) => {
      const reply = read(bytes)
      return { bytes: Buffer.from(text(reply)), ...measure(eventsOfReply(reply)) }
    },
    wholeInSteps: async (bytes, others) => {
      await others()
      const answered = await wholeOfShort(bytes, others)
      if (answered !== undefined) return answered
      const reply = read(bytes)
      await others()
      const written = text(reply)
      await others()
      const answer = { bytes: Buffer.from(written), ...measure(eventsOfReply(reply)) }
      await others()
      return answer
    },
    tap: () => translateStream({ client, upstream, context, change }),
    wholeOfStream: (bytes) => {
      const reader = upstream.createReader(context.request)
      const answer = write([...reader.push(bytes), ...reader.end()])
      if (!reader.finished()) throw new ProtocolError('answer', 'was broken off')
      return answer
    },
    streamOfWhole: (bytes) => stream(eventsOfReply(read(bytes))),
    problem: upstream.readError,
  }
}

export type EmbeddingsExchange = {
  client: EmbeddingsClient
  upstream: EmbeddingsUpstream
  request: EmbeddingsRequest
  promptEstimate: number
}

/** Clients read a figure in every answer: where the upstream told none, it is about what was sent, and not nothing. */
export const translateEmbeddings = ({ client, upstream, request, promptEstimate }: EmbeddingsExchange): Exchange => ({
  ...withoutStream,
  whole: (bytes) => {
    const reply = upstream.readReply(bytes)
    const usage = reply.usage ?? usageOf({ input: promptEstimate })
    const written = client.writeReply({ ...reply, usage }, request, request.model)
    return { bytes: Buffer.from(JSON.stringify(written)), usage: reply.usage, textBytes: 0 }
  },
  problem: upstream.readError,
})

export type RerankExchange = {
  client: RerankClient
  upstream: RerankUpstream
  request: RerankRequest
  promptEstimate: number
}

/** The same, for an order among documents. */
export const translateRerank = ({ client, upstream, request, promptEstimate }: RerankExchange): Exchange => ({
  ...withoutStream,
  whole: (bytes) => {
    const reply = upstream.readReply(bytes)
    const usage = reply.usage ?? usageOf({ input: promptEstimate })
    const written = client.writeReply({ ...reply, usage }, request, request.model)
    return { bytes: Buffer.from(JSON.stringify(written)), usage: reply.usage, textBytes: 0 }
  },
  problem: upstream.readError,
})

export type PicturesExchange = {
  client: PicturesClient
  upstream: PicturesUpstream
  protocol: Protocol
  outline: RequestOutline
  created: number
}

/** What came is reckoned as the client's own dialect tells it. */
export const translatePictures = ({ client, upstream, protocol, outline, created }: PicturesExchange): Exchange => ({
  ...withoutStream,
  whole: (received) => {
    const reply = upstream.readReply(received)
    const bytes = Buffer.from(JSON.stringify(client.writeReply(reply, created)))
    return { bytes, usage: reply.usage, reckoned: protocol.reply.reckoned?.(bytes, outline), textBytes: 0 }
  },
  problem: upstream.readError,
})

const withoutStream = {
  tap: (): StreamTap => {
    throw new TypeError('this kind of call has no streams')
  },
  wholeOfStream: undefined,
  streamOfWhole: undefined,
}

/**
 * Reads events and writes them on as they come. From the end of the answer on they are held back, so that the last
 * bytes leave after the charge is durable.
 */
const translateStream = ({ client, upstream, context, change }: ChatExchange): StreamTap => {
  const reader = upstream.createReader(context.request)
  const writer = client.createWriter(context)
  let held = ''
  let openChoices = context.request.choices
  const sample = new TextSample('plain')
  let usage: Usage | undefined
  let textBytes = 0
  let problem: UpstreamProblem | undefined
  /** What the reader had kept back when the stream was given up. */
  let left: ChatEvent[] = []

  const note = (event: ChatEvent): void => {
    if (event.type === 'usage') usage = event.usage
    else if (event.type === 'error') problem = event.problem
    else {
      textBytes += textBytesOf(event)
      if ('text' in event) sample.takeText(event.text, 'utf8')
    }
  }

  const write = (events: readonly ChatEvent[]): string =>
    events.length === 0 ? '' : writer.write(change === undefined ? events : change(events))

  /** What may go out at once; the rest is held. The problem of an error is told by whoever ends the stream. */
  const take = (events: readonly ChatEvent[]): string => {
    let last = openChoices > 0 ? events.length : 0
    for (const [index, event] of events.entries()) {
      note(event)
      if (event.type !== 'finish' || openChoices === 0) continue
      openChoices -= 1
      if (openChoices === 0) last = index
    }
    const now = write(events.slice(0, last))
    held += write(events.slice(last))
    return now
  }

  return {
    push: (chunk) => {
      const text = take(reader.push(chunk))
      return text === '' ? undefined : Buffer.from(withoutLineEnds(text))
    },
    end: () => {
      const text = take(reader.end())
      const isWhole = reader.finished() && problem === undefined
      return Buffer.from(withoutLineEnds(isWhole ? text + held + writer.end() : text))
    },
    cut: () => {
      for (const event of reader.end()) {
        note(event)
        if (event.type !== 'finish' && event.type !== 'error') left.push(event)
      }
    },
    failure: (error) => {
      const told = write(left) + writer.fail(error)
      left = []
      return Buffer.from(withoutLineEnds(told + writer.end()))
    },
    usage: () => usage,
    tools: () => reader.tools?.(),
    textBytes: () => textBytes,
    sample,
    finished: () => reader.finished(),
    ending: () => {
      if (problem !== undefined || reader.closed?.() === true) return 'closed'
      return context.request.choices === 1 && reader.finished() ? 'closing' : undefined
    },
    failed: () => problem !== undefined,
    problem: () => problem,
  }
}

const measure = (
  events: readonly ChatEvent[],
  sizeOf: (text: string) => number = Buffer.byteLength,
): { usage: Usage | undefined; textBytes: number } => {
  let usage: Usage | undefined
  let textBytes = 0
  for (const event of events) {
    if (event.type === 'usage') usage = event.usage
    else textBytes += textBytesOf(event, sizeOf)
  }
  return { usage, textBytes }
}

const textBytesOf = (event: ChatEvent, sizeOf: (text: string) => number = Buffer.byteLength): number => {
  switch (event.type) {
    case 'text':
    case 'reasoning':
    case 'refusal':
    case 'arguments':
      return sizeOf(event.text)
    default:
      return 0
  }
}
