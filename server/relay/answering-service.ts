import type { Exchange } from '#protocols/exchange.ts'
import { parseBriefly } from '#protocols/json/brief-json.ts'
import { objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { EventSplitter, eachEvent, eventData } from '#protocols/sse.ts'
import type { Demands } from './demands.ts'

/** What an answer said of who gave it and how. */
export type AnsweringService = {
  model: () => string | undefined
  service: () => string | undefined
}

/** Listens to an answer on its way through, where what it costs depends on what it says of itself. */
export const withAnsweringService = (
  exchange: Exchange,
  demands: Demands | undefined,
): { exchange: Exchange; heard?: AnsweringService } => {
  if (demands === undefined || (demands.told === undefined && demands.others.length === 0)) return { exchange }
  let model: string | undefined
  let service: string | undefined
  /** Only what stands in the answer's own place: further in, it repeats what the client wrote. */
  const hear = (said: unknown): void => {
    for (const place of [said, objectAt(said, 'response'), objectAt(said, 'message')]) {
      model ??= textAt(place, 'model')
      // Later pieces of a stream know better than the first one.
      service = serviceTold(place) ?? service
    }
  }
  const hearEvents = (events: Buffer | undefined): void => {
    if (events === undefined) return
    for (const event of eachEvent(events)) {
      const data = eventData(event)
      if (data !== undefined) hear(parseLenient(data))
    }
  }
  const listen = (bytes: Buffer): void => {
    const said = parseBriefly(bytes)
    if (said === undefined) hearEvents(bytes)
    else hear(said)
  }
  const listened =
    <Result>(read: (bytes: Buffer) => Result) =>
    (bytes: Buffer): Result => {
      listen(bytes)
      return read(bytes)
    }
  const { whole, wholeInSteps, wholeOfStream, streamOfWhole } = exchange
  return {
    heard: { model: () => model, service: () => service },
    exchange: {
      ...exchange,
      whole: listened(whole),
      ...(wholeInSteps === undefined
        ? {}
        : {
            wholeInSteps: (bytes, others) => {
              listen(bytes)
              return wholeInSteps(bytes, others)
            },
          }),
      wholeOfStream: wholeOfStream && listened(wholeOfStream),
      streamOfWhole: streamOfWhole && listened(streamOfWhole),
      tap: () => {
        const tap = exchange.tap()
        const splitter = new EventSplitter()
        return {
          ...tap,
          push: (chunk) => {
            const piece = tap.push(chunk)
            hearEvents(splitter.push(chunk))
            return piece
          },
          end: () => {
            hearEvents(splitter.end())
            return tap.end()
          },
        }
      },
    },
  }
}

/** Beside the answer or beside its usage; of one dialect as the kind of traffic it was. */
const serviceTold = (place: unknown): string | undefined => {
  const usage = objectAt(place, 'usageMetadata')
  const told =
    textAt(place, 'service_tier') ??
    textAt(objectAt(place, 'usage'), 'service_tier') ??
    textAt(usage, 'serviceTier') ??
    textAt(usage, 'trafficType')
  return told?.toLowerCase()
}
