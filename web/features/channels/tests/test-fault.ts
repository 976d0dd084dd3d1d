import { reasonMessage } from '#contract/error-reasons.ts'
import type { Language } from '#contract/languages.ts'

/** Why a channel's last test failed, as a sentence; what an upstream said stands as it is. */
export const testFaultText = (fault: string, language: Language): string => {
  const text = reasonMessage(language, { reason: fault })
  return text.charAt(0).toUpperCase() + text.slice(1)
}
