import type { UpstreamAnswer } from './send.ts'

/** An answer piece by piece, as its reader asks for more: what is not asked for yet stays in the network. */
export const piecesOfAnswer = async function* (answer: UpstreamAnswer): AsyncGenerator<Buffer, void> {
  let came: Buffer[] = []
  let ending: { failure: unknown } | 'end' | undefined
  let wake: () => void = () => {}
  answer.listen({
    data: (piece) => {
      came.push(piece)
      answer.pause()
      wake()
    },
    end: () => {
      ending = 'end'
      wake()
    },
    error: (failure) => {
      ending = { failure }
      wake()
    },
  })
  try {
    for (;;) {
      const pieces = came
      came = []
      yield* pieces
      if (came.length > 0) continue
      if (ending === 'end') return
      if (ending !== undefined) throw ending.failure
      answer.resume()
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    answer.abort()
  }
}
