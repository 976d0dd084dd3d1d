/** What use is counted in. Apart from the calls that tell it: addresses of pages name it. */
export const usageMeasures = ['quota', 'count', 'token_used'] as const
export type UsageMeasure = (typeof usageMeasures)[number]

/** What use is told apart by; users are told of their own by the first three. */
export const ownUsageParts = ['model', 'token', 'group'] as const
export const usageParts = [...ownUsageParts, 'user', 'channel', 'vendor'] as const
export type UsagePart = (typeof usageParts)[number]
