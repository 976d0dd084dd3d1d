import type { OwnVideo, Video } from '#contract/videos.ts'

/** Of everybody for an administrator, who sees more of them, and the own ones otherwise. */
export type VideoRow = OwnVideo & Partial<Pick<Video, 'channel_id' | 'channel_name' | 'user_id'>>
