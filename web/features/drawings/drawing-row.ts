import type { Drawing, OwnDrawing } from '#contract/drawings.ts'

/** Of everybody for an administrator, who sees more of them, and the own ones otherwise. */
export type DrawingRow = OwnDrawing & Partial<Pick<Drawing, 'channel_id' | 'channel_name' | 'user_id'>>
