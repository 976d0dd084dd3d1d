import { usageOf } from '#pricing/usage.ts'
import { estimateTokens } from '../counting/estimate.ts'
import type { JsonObject } from '../json/json.ts'
import type { LocalCount, RealtimeSession } from '../realtime.ts'

/** Sound is priced by the minute: 0.06 and 0.24 a minute at 100 and 200 a million tokens. */
const inputTokensPerSecond = 100 / 0.06 / 60
const outputTokensPerSecond = 200 / 0.24 / 60
const usualBytesPerSecond = 48_000
const tokensOfTool = 8

export const createLocalCount = (): LocalCount => {
  let inputRate = usualBytesPerSecond
  let outputRate = usualBytesPerSecond
  let tools: readonly JsonObject[] = []
  let responses = 0
  let input = 0
  let output = 0
  let inputSeconds = 0
  let outputSeconds = 0

  const session = (told: RealtimeSession) => {
    inputRate = told.inputBytesPerSecond ?? inputRate
    outputRate = told.outputBytesPerSecond ?? outputRate
    tools = told.tools ?? tools
  }

  const seen = () =>
    usageOf({
      input,
      output,
      audioInput: Math.ceil(inputSeconds * inputTokensPerSecond),
      audioOutput: Math.ceil(outputSeconds * outputTokensPerSecond),
    })

  return {
    seen,
    client: (event) => {
      switch (event.kind) {
        case 'session':
          session(event.session)
          input += estimateTokens(event.session.instructions ?? '')
          return
        case 'input_text':
          input += estimateTokens(event.text)
          return
        case 'input_audio':
          inputSeconds += event.bytes / inputRate
          return
        case 'response_wanted':
          input += estimateTokens(event.text)
          return
        case 'input_picture':
        case 'other':
      }
    },
    server: (event) => {
      switch (event.kind) {
        case 'session':
          session(event.session)
          return
        case 'output_text':
          output += estimateTokens(event.text)
          return
        case 'output_audio':
          outputSeconds += event.bytes / outputRate
          return
        case 'response_done':
          // The first response's tools are counted by no one: they come with the session.
          if (responses > 0) for (const tool of tools) input += tokensOfTool + estimateTokens(wordsOf(tool))
          responses += 1
          return
        case 'transcription':
        case 'turn_done':
        case 'kept':
        case 'error':
        case 'other':
      }
    },
    take: () => {
      const usage = seen()
      input = 0
      output = 0
      inputSeconds = 0
      outputSeconds = 0
      return usage
    },
  }
}

const wordsOf = ({ name, description, parameters }: JsonObject): string =>
  `${String(name ?? '')}${String(description ?? '')}${JSON.stringify(parameters ?? {})}`
