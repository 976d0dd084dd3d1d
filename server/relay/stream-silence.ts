import { createFillerSearch } from '#protocols/filler.ts'
import type { StreamTap } from '#protocols/protocol.ts'
import { onTick, tickMs } from '../lib/shared-tick.ts'

type Watched = {
  /** Whether nobody could have been heard, since the client reads more slowly than the upstream speaks. */
  isHeldUp: () => boolean
  /** Called when nothing was said for too long. */
  isOver: () => void
}

/** How long a stream may go on without saying anything, whatever else it sends. */
const longestSilenceMs = 300_000

/** Pings keep the line open, and say nothing: what was told is looked at once nothing was for a while. */
export class StreamSilence {
  readonly stop: () => void
  readonly #tap: StreamTap
  readonly #isEvents: boolean
  #hasSpoken = true
  #silentMs = 0
  #textBytes = 0
  #isFiller: ((chunk: Buffer) => boolean) | undefined

  constructor(tap: StreamTap, { contentType }: { contentType: string }, { isHeldUp, isOver }: Watched) {
    this.#tap = tap
    this.#isEvents = contentType.startsWith('text/event-stream')
    this.stop = onTick(() => {
      this.#silentMs = this.#hasSpoken || isHeldUp() ? 0 : this.#silentMs + tickMs
      this.#hasSpoken = false
      if (this.#silentMs >= longestSilenceMs) isOver()
    })
  }

  hear(chunk: Buffer): void {
    const textBytes = this.#tap.textBytes()
    if (textBytes !== this.#textBytes) {
      this.#textBytes = textBytes
      this.#hasSpoken = true
    } else if (this.#silentMs > 0 && !this.#hasSpoken) {
      if (this.#isEvents) this.#isFiller ??= createFillerSearch()
      this.#hasSpoken = this.#isFiller?.(chunk) !== true
    }
  }
}
