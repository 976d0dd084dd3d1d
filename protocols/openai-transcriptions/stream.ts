import { textAt } from '../json/json.ts'
import { tapBytes, tapEvents } from '../passed-stream.ts'
import type { RequestOutline, StreamTap } from '../protocol.ts'
import { readSeconds, readUsage, reckonWords } from './reply.ts'

/** The recording was heard as a whole before the first word is written, however many of the words are waited for. */
export const tapWords = (outline: RequestOutline): StreamTap => {
  let text = ''
  let seconds: number | undefined
  const tap = outline.stream
    ? tapEvents(readUsage, (event) => {
        text += textAt(event, 'delta') ?? ''
        seconds = readSeconds(event) ?? seconds
      })
    : tapBytes()
  return { ...tap, reckoned: () => reckonWords(outline, text, seconds) }
}
