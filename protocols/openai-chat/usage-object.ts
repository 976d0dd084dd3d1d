import { inputTokens, outputTokens, type Usage } from '#pricing/usage.ts'
import type { JsonObject } from '../json/json.ts'

/** Usage as this dialect tells it: the parts are counted inside the whole. */
export const writeUsage = (usage: Usage): JsonObject => {
  const prompt = inputTokens(usage)
  const completion = outputTokens(usage)
  const written = usage.cacheWrite + usage.cacheWriteHour
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      ...(written > 0 ? { cache_write_tokens: written } : {}),
      audio_tokens: usage.audioInput,
      ...(usage.imageInput > 0 ? { image_tokens: usage.imageInput } : {}),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: usage.audioOutput,
      ...(usage.imageOutput > 0 ? { image_tokens: usage.imageOutput } : {}),
    },
  }
}
