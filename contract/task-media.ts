import * as z from 'zod/mini'

/** What a task has made: the address is one of our own, is good for an hour at least, and wants no sign-in. */
export const medium = z.object({ kind: z.enum(['image', 'audio', 'video']), url: z.string() })
