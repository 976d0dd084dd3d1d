import { currentLanguage, textIn } from '../../lib/i18n.ts'
import { drawingActions, songActions, videoActions } from '../../pieces/tasks/task-actions.ts'
import { lookIn } from '../../ui/list/work-cells.tsx'

/** What was asked for, as the list of such work calls it; platforms have words of their own, which stand as they are. */
export const workName = async (action: string): Promise<string> => {
  const language = currentLanguage()
  if (action === 'BATCH') return (await textIn('batches', language))('record')
  const song = lookIn(songActions, action)
  if (song) return (await textIn('songs', language))(song.key)
  const video = lookIn(videoActions, action)
  if (video) return (await textIn('videos', language))(video.key)
  const drawing = lookIn(drawingActions, action)
  return drawing ? (await textIn('drawings', language))(drawing.key) : action
}
