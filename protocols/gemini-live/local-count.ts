import { usageOf } from '#pricing/usage.ts'
import { estimateTokens } from '../counting/estimate.ts'
import type { LocalCount } from '../realtime.ts'

/** As their maker counts sound in sessions, in either direction, and a picture of usual size. */
const tokensPerSecond = 25
const tokensPerPicture = 258
/** Of samples of two bytes, where nobody says how many make a second. */
const usualRates = { input: 32_000, output: 48_000 }

export const createLocalCount = (): LocalCount => {
  let input = 0
  let output = 0
  let pictures = 0
  let inputSeconds = 0
  let outputSeconds = 0

  const seen = () =>
    usageOf({
      input,
      output,
      imageInput: pictures * tokensPerPicture,
      audioInput: Math.ceil(inputSeconds * tokensPerSecond),
      audioOutput: Math.ceil(outputSeconds * tokensPerSecond),
    })

  const take = () => {
    const usage = seen()
    input = 0
    output = 0
    pictures = 0
    inputSeconds = 0
    outputSeconds = 0
    return usage
  }

  return {
    seen,
    take,
    client: (event) => {
      switch (event.kind) {
        case 'session':
          input += estimateTokens(event.session.instructions ?? '')
          return
        case 'input_text':
          input += estimateTokens(event.text)
          return
        case 'input_audio':
          inputSeconds += event.bytes / (event.bytesPerSecond ?? usualRates.input)
          return
        case 'input_picture':
          pictures += 1
          return
        case 'response_wanted':
        case 'other':
      }
    },
    server: (event) => {
      switch (event.kind) {
        case 'output_text':
          output += estimateTokens(event.text)
          return
        case 'output_audio':
          outputSeconds += event.bytes / (event.bytesPerSecond ?? usualRates.output)
          return
        case 'turn_done':
          // What came behind the figures of a turn is in them.
          if (event.isTold) take()
          return
        case 'session':
        case 'transcription':
        case 'response_done':
        case 'kept':
        case 'error':
        case 'other':
      }
    },
  }
}
