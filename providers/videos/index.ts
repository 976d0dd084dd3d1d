import type { VideoPlatform } from '#protocols/video-platform.ts'
import { arkVideos } from './ark-videos.ts'
import { dashscopeVideos } from './dashscope-videos.ts'
import { minimaxVideos } from './minimax-videos.ts'
import { openaiVideos } from './openai-videos.ts'
import { veo } from './veo.ts'
import { zhipuVideos } from './zhipu-videos.ts'

/** One line per way to make films. */
export const videoPlatforms: readonly VideoPlatform[] = [
  openaiVideos,
  veo,
  dashscopeVideos,
  arkVideos,
  zhipuVideos,
  minimaxVideos,
]
