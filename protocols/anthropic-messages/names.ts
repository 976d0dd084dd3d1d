import { createMemberNames, usualFreeWords, usualWords } from '../known-names.ts'

/** What a tool was called with stands under `input` here. */
export const memberNames = createMemberNames(usualWords, `${usualFreeWords} input`)
