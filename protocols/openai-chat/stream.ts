import { objectAt, parseLenient } from '../json.ts'
import type { RequestOutline, StreamTap } from '../protocol.ts'
import { createEventSplitter, eachEvent, eventData } from '../sse.ts'
import type { Usage } from '../usage.ts'
import { readUsage } from './reply.ts'

const usageMark = Buffer.from('"usage"')
const doneMark = Buffer.from('[DONE]')
const errorMark = Buffer.from('"error"')
const noChoices = /"choices"\s*:\s*\[\s*\]/
const textMarks = [Buffer.from('content":'), Buffer.from('arguments":'), Buffer.from('reasoning":')]

/**
 * Bytes pass through as whole events; only those that may carry usage, an error or the closing mark are looked at,
 * and none is parsed before the end unless it might have to be hidden.
 */
export const tapStream = (outline: RequestOutline): StreamTap => {
  const splitter = createEventSplitter()
  const held: Buffer[] = []
  let usageEvent: Buffer | undefined
  let textBytes = 0
  let finished = false
  let failed = false

  const inspect = (whole: Buffer): Buffer | undefined => {
    const kept: Buffer[] = []
    for (const event of eachEvent(whole)) {
      if (finished || (event.includes(doneMark) && eventData(event)?.trim() === '[DONE]')) {
        finished = true
        held.push(event)
        continue
      }
      const hasUsage = carriesUsage(event)
      if (hasUsage) usageEvent = event
      if (event.includes(errorMark) && isErrorEvent(event)) failed = true
      if (!(hasUsage && !outline.wantsUsage && noChoices.test(event.toString('latin1')))) kept.push(event)
    }
    return kept.length === 0 ? undefined : kept.length === 1 ? kept[0] : Buffer.concat(kept)
  }

  return {
    push: (chunk) => {
      const whole = splitter.push(chunk)
      if (whole === undefined) return undefined
      textBytes += measureText(whole)
      const plain = !finished && !carriesUsage(whole) && !whole.includes(doneMark) && !whole.includes(errorMark)
      return plain ? whole : inspect(whole)
    },
    end: () => {
      const left = splitter.end()
      const last = left === undefined ? undefined : inspect(left)
      const pieces = last === undefined ? held : [last, ...held]
      return pieces.length === 0 ? undefined : Buffer.concat(pieces)
    },
    usage: (): Usage | undefined => {
      const data = usageEvent === undefined ? undefined : eventData(usageEvent)
      return data === undefined ? undefined : readUsage(parseLenient(data))
    },
    textBytes: () => textBytes,
    finished: () => finished,
    failed: () => failed,
  }
}

/** Whether `"usage"` is followed by an object: most chunks say `"usage":null`. */
const carriesUsage = (bytes: Buffer): boolean => {
  let at = bytes.indexOf(usageMark)
  while (at >= 0) {
    let position = at + usageMark.length
    while (bytes[position] === 0x20 || bytes[position] === 0x3a) position += 1
    if (bytes[position] === 0x7b) return true
    at = bytes.indexOf(usageMark, position)
  }
  return false
}

const isErrorEvent = (event: Buffer): boolean => {
  const data = eventData(event)
  const parsed = data === undefined ? undefined : parseLenient(data)
  return objectAt(parsed, 'error') !== undefined
}

/** Bytes of the generated text in a piece of events, found without parsing. */
const measureText = (bytes: Buffer): number => {
  let total = 0
  for (const mark of textMarks) {
    let at = bytes.indexOf(mark)
    while (at >= 0) {
      let start = at + mark.length
      if (bytes[start] === 0x20) start += 1
      let end = start
      if (bytes[start] === 0x22) {
        do end = bytes.indexOf(0x22, end + 1)
        while (end > 0 && bytes[end - 1] === 0x5c)
        if (end < 0) end = bytes.length
        total += end - start - 1
      }
      at = bytes.indexOf(mark, end)
    }
    if (total > 0) break
  }
  return total
}
