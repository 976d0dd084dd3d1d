import { whole } from '#contract/channel-field-kinds.ts'

/** A field of a channel that is not there: its entry, and one that is a member of the setting. */
export const madeUpColumn = {
  made_up: { ...whole(0, { min: 0, max: 9 }), as: 'madeUp', section: 'advanced', byTag: 'made_up' },
} as const

export const madeUpSetting = { made_up_way: { kind: 'flag', as: 'madeUpWay' } } as const
