import type { FinishReason } from '../chat.ts'

const filtered = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'LANGUAGE',
  'MODEL_ARMOR',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
])

/** Why the model stopped: it says nothing of calls, which are seen in what it wrote. */
export const readFinish = (reason: string | undefined, hasCalls: boolean): FinishReason => {
  if (reason === 'MAX_TOKENS') return 'length'
  if (reason !== undefined && filtered.has(reason)) return 'content_filter'
  return hasCalls ? 'tool_calls' : 'stop'
}

export const writeFinish = (reason: FinishReason): string => {
  switch (reason) {
    case 'length':
      return 'MAX_TOKENS'
    case 'content_filter':
      return 'SAFETY'
    case 'stop':
    case 'tool_calls':
      return 'STOP'
  }
}
