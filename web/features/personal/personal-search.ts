import * as z from 'zod/mini'

/** Which settings are shown. The default is left out of the address. */
export const personalSearch = z.object({ tab: z.catch(z.optional(z.enum(['notification', 'price'])), undefined) })
