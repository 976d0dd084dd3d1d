import * as z from 'zod/mini'

export const personalTabs = ['account', 'security', 'notification', 'invitation'] as const
export type PersonalTab = (typeof personalTabs)[number]

/** Which settings are shown; which prices are accepted stands among the notifications. The first is left out. */
export const personalSearch = z.object({
  tab: z.catch(z.optional(z.enum([...personalTabs, 'price'])), undefined),
})
