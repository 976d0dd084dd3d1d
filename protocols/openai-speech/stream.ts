import { tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import { type Reckoned, tokensOfSpokenSecond } from '../counting/reckoning.ts'
import { createSoundMeter } from '../counting/sound-meter.ts'
import type { UpstreamProblem } from '../failure.ts'
import { objectAt, textAt } from '../json/json.ts'
import { readError } from '../openai-chat/error.ts'
import { tapBytes, tapEvents } from '../passed-stream.ts'
import type { RequestOutline, StreamTap } from '../protocol.ts'

/** Whether sound comes as such or in events is the upstream's to tell: some do not heed what was asked for. */
export const tapSpeech = (outline: RequestOutline, contentType = ''): StreamTap => {
  const meter = createSoundMeter(outline.format)
  const isEvents = contentType === '' ? outline.stream : contentType.startsWith('text/event-stream')
  const tap = isEvents
    ? tapEvents(readUsage, (event) => {
        const audio = textAt(event, 'audio') ?? textAt(event, 'delta')
        if (audio !== undefined) meter.push(Buffer.from(audio, 'base64'))
      })
    : tapSound((bytes) => meter.push(bytes))
  return {
    ...tap,
    // Where letters are the price, tokens are not asked for.
    usage: () => (isByCharacter(outline) ? undefined : tap.usage()),
    reckoned: () => reckon(outline, meter.seconds()),
  }
}

const isByCharacter = ({ knownUsage }: RequestOutline): boolean => knownUsage?.audioOutput === 0

/** The same sound costs the same in whatever form it comes: where tokens are the price, by how long it is. */
const reckon = (outline: RequestOutline, seconds: number): Reckoned => {
  const { knownUsage, promptEstimate } = outline
  if (knownUsage !== undefined && isByCharacter(outline)) return { usage: knownUsage, estimated: false }
  const audioOutput = tokenCount(Math.ceil(seconds * tokensOfSpokenSecond))
  return { usage: usageOf({ input: promptEstimate, audioOutput }), estimated: true }
}

/** Fewer bytes are no beginning of a page yet. */
const longestMark = 16

/** Bytes of sound, unless they turn out to be a page or an error: then nothing of them goes out. */
const tapSound = (hear: (bytes: Buffer) => void): StreamTap => {
  const tap = tapBytes()
  let early: Buffer | undefined
  let isWords: boolean | undefined

  const take = (bytes: Buffer): Buffer | undefined => {
    hear(bytes)
    return tap.push(bytes)
  }

  return {
    ...tap,
    push: (chunk) => {
      if (isWords === false) return take(chunk)
      early = early === undefined ? chunk : Buffer.concat([early, chunk])
      if (early.length < longestMark) return undefined
      isWords = looksLikeWords(early)
      return isWords ? early : take(early)
    },
    end: () => {
      if (isWords === undefined && early !== undefined) {
        isWords = looksLikeWords(early)
        if (!isWords) take(early)
      }
      return isWords === true ? early : tap.end()
    },
    finished: () => isWords === true || tap.finished(),
    failed: () => isWords === true,
    problem: () => (isWords === true && early !== undefined ? problemIn(early) : undefined),
  }
}

/** What the words say went wrong, where they are an object that is all here. */
const problemIn = (words: Buffer): UpstreamProblem | undefined => {
  const problem = readError(untold, words)
  return problem.parameter === String(untold) ? undefined : problem
}

const untold = 500

/** How a page begins, or an object in JSON. */
const wordsMark = /^\s*(?:<(?:!doctype|html|head|body|\?xml|!--)|\{\s*"\w+"\s*:)/i

const looksLikeWords = (bytes: Buffer): boolean => wordsMark.test(bytes.toString('latin1', 0, 64))

const readUsage = (event: unknown): Usage | undefined => {
  const wire = objectAt(event, 'usage')
  if (wire === undefined) return undefined
  const input = tokenCount(wire.input_tokens)
  const audioOutput = tokenCount(wire.output_tokens)
  return input + audioOutput === 0 ? undefined : usageOf({ input, audioOutput })
}
