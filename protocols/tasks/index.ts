import type { TaskPlatform } from '../task-platform.ts'
import { midjourney } from './midjourney/index.ts'
import { suno } from './suno.ts'

/** One line per platform. */
export const taskPlatforms: readonly TaskPlatform[] = [midjourney, suno]
