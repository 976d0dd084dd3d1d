import type * as z from 'zod/mini'
import { shownUserSetting } from '#contract/user.ts'

export type ShownSetting = z.output<typeof shownUserSetting>

/** The setting is JSON text; what cannot be read counts as not set. */
export const readSetting = (text: string): ShownSetting => {
  try {
    return shownUserSetting.parse(JSON.parse(text))
  } catch {
    return shownUserSetting.parse({})
  }
}
