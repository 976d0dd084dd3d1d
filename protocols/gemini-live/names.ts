import { snakeCase } from '../gemini-generate/fields.ts'
import { freeWords, words } from '../gemini-generate/names.ts'
import { createMemberNames } from '../known-names.ts'

/** Beside these, what sessions of theirs are told. */
const liveWords = `
  setup clientContent turns turnComplete realtimeInput mediaChunks audio video audioStreamEnd activityStart activityEnd
  functionResponses contextUpdate sessionResumption handle transparent realtimeInputConfig automaticActivityDetection
  contextWindowCompression slidingWindow triggerTokens targetTokens inputAudioTranscription outputAudioTranscription
  proactivity historyConfig enableAffectiveDialog prebuiltVoiceConfig voiceName languageCode
`

/** Of sessions whose first message sets them up. */
export const memberNames = createMemberNames(words + liveWords, freeWords, snakeCase)
