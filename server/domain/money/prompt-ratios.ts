import type { Log } from '../../lib/log.ts'
import type { Signals } from '../../lib/signals.ts'

/**
 * How many times their estimate prompts turn out to be, by model and channel: an upstream may put words of its own around
 * them, cut them otherwise, or look closely at pictures. Holds follow it; in memory alone.
 */
export type PromptRatios = {
  /** What an upstream told of a prompt that was estimated. */
  learn: (measured: Measured) => void
  /**
   * Tokens that a prompt of this estimate probably is, at the dearest of the channels; 0 where none was found to count
   * more than is estimated.
   */
  expected: (model: string, estimate: number, channels: () => readonly { id: number }[]) => number
}

type Measured = { model: string; channel: number; estimate: number; told: number }

/** By size of prompt: what is put around a short one says nothing of a long one, nor a long one's pictures of a short one. */
type Sizes = Map<number, number>

/** A hold grows to this many times the estimate, or to this many tokens where that is more: hidden words have a length. */
const highest = 8
const mostHidden = 16_384
const highestOf = (estimate: number): number => Math.max(highest, mostHidden / estimate)
/** Up at once, down by this part of the way with each call. */
const fallingShare = 1 / 32
const worthTelling = 1.1
const remarkable = 1.5
const mostModels = 5000
const topic = 'prompt-ratios'

export const createPromptRatios = ({ signals, log }: { signals: Signals; log: Log }): PromptRatios => {
  const models = new Map<string, Map<number, Sizes>>()

  /** What holds do not follow is told once. */
  const beyond = new Set<string>()
  const tellBeyond = (model: string, channel: number, ratio: number): void => {
    const name = `${channel} ${model}`
    if (beyond.has(name)) return
    if (beyond.size >= mostModels) beyond.clear()
    beyond.add(name)
    log.warn('an upstream counts more of prompts than holds follow: balances may be overdrawn', {
      model,
      channel,
      ratio,
    })
  }

  const sizesOf = (model: string, channel: number): Sizes => {
    const channels = models.get(model) ?? new Map<number, Sizes>()
    const sizes = channels.get(channel) ?? new Map<number, number>()
    const [oldest] = models.keys()
    if (!models.has(model) && models.size >= mostModels && oldest !== undefined) models.delete(oldest)
    models.set(model, channels.set(channel, sizes))
    return sizes
  }

  /** Whether it was worth telling. */
  const raise = (model: string, channel: number, size: number, ratio: number): boolean => {
    const sizes = sizesOf(model, channel)
    const known = sizes.get(size) ?? 1
    if (ratio <= known) return false
    sizes.set(size, ratio)
    if (known < remarkable && ratio >= remarkable) {
      log.warn('an upstream counts more of prompts than is estimated: holds follow', { model, channel, ratio })
    }
    return ratio >= known * worthTelling
  }

  const lower = (sizes: Sizes, size: number, ratio: number): void => {
    const known = sizes.get(size)
    if (known === undefined) return
    const next = known + (ratio - known) * fallingShare
    if (next > 1) sizes.set(size, next)
    else sizes.delete(size)
  }

  signals.subscribe(topic, (signal) => {
    const told = signal.kind === 'message' ? readTold(signal.text) : undefined
    if (told !== undefined) raise(told.model, told.channel, told.size, told.ratio)
  })

  return {
    learn: ({ model, channel, estimate, told }) => {
      if (estimate <= 0 || told <= 0) return
      const size = sizeOf(estimate)
      const most = highestOf(estimate)
      if (told / estimate > most) tellBeyond(model, channel, told / estimate)
      const ratio = Math.min(most, told / estimate)
      const sizes = models.get(model)?.get(channel)
      if (ratio <= (sizes?.get(size) ?? 1)) {
        if (sizes !== undefined) lower(sizes, size, ratio)
      } else if (raise(model, channel, size, ratio)) signals.publish(topic, `${channel} ${size} ${ratio} ${model}`)
    },
    expected: (model, estimate, channels) => {
      const known = models.get(model)
      if (known === undefined) return 0
      const size = sizeOf(estimate)
      const measured = Math.max(1, ...channels().map(({ id }) => known.get(id)?.get(size) ?? 1))
      // What was hidden around a shorter prompt of this size is no longer around this one.
      const ratio = Math.min(measured, highestOf(estimate))
      return ratio > 1 ? Math.ceil(ratio * estimate) : 0
    },
  }
}

/** Prompts of one size are at most four times as long as each other. */
const sizeOf = (estimate: number): number => Math.floor(Math.log2(Math.max(1, estimate)) / 2)

/** Of another node; what is not understood is of another version. */
const readTold = (text: string): { channel: number; size: number; ratio: number; model: string } | undefined => {
  const [, channel, size, ratio, model] = /^(\d{1,15}) (\d{1,2}) ([\d.]{1,24}) (.+)$/s.exec(text) ?? []
  const figure = Number(ratio)
  if (model === undefined || !(figure > 1 && figure <= mostHidden)) return undefined
  return { channel: Number(channel), size: Number(size), ratio: figure, model }
}
