import type { OwnTask, Task } from '#contract/tasks.ts'

/** Of everybody for an administrator, who sees more of them, and the own ones otherwise. */
export type SongRow = OwnTask & Partial<Pick<Task, 'channel_id' | 'channel_name' | 'user_id'>>
