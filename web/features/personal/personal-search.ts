import * as z from 'zod/mini'

export const personalTabs = ['account', 'security', 'notification', 'price', 'invitation'] as const
export type PersonalTab = (typeof personalTabs)[number]

/** Which settings are shown. The first is left out. */
export const personalSearch = z.object({
  tab: z.catch(z.optional(z.enum(personalTabs)), undefined),
})
