import { createMemberNames } from '#protocols/known-names.ts'

export const memberNames = createMemberNames('model opening turns who says whispers warmth most', '')
