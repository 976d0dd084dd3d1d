import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from './answering-upstream.ts'

type Json = Record<string, unknown>

export type SongService = AnsweringUpstream & {
  /** What is known of a task from now on; undefined: nothing, it is lost. */
  tell: (id: string, task: Json | undefined) => void
  /** Sends the second half of every sound at `/sound/slow`, which waits for this. */
  playOn: () => void
}

/** A service that makes songs, as its protocol has it. A prompt that is refused says so. */
export const startSongService = async (): Promise<SongService> => {
  const tasks = new Map<string, Json>()
  let made = 0
  const slow = Promise.withResolvers<void>()
  const upstream = await startAnsweringUpstream(({ path, body, headers }, response) => {
    if (path === '/sound/slow') {
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).write('a slow ')
      slow.promise.then(() => response.end('sound'))
      return
    }
    if (path.startsWith('/sound') && headers.range === 'bytes=2-') {
      response.writeHead(206, { 'content-type': 'audio/mpeg', 'content-range': 'bytes 2-6/7' }).end('sound')
      return
    }
    if (path.startsWith('/sound')) {
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('a sound')
      return
    }
    if (path === '/suno/fetch') {
      const data = body.ids.flatMap((id: string) => tasks.get(id) ?? [])
      return answerJson(response, 200, { code: 'success', message: '', data })
    }
    if (body.prompt === 'refused') return answerJson(response, 200, { code: 'no_credit', message: 'nothing left' })
    made += 1
    const id = `song-${made}`
    tasks.set(id, { task_id: id, status: 'QUEUED', progress: '0%', fail_reason: '', data: null })
    answerJson(response, 200, { code: 'success', message: '', data: id })
  })
  return {
    ...upstream,
    playOn: slow.resolve,
    tell: (id, task) => {
      if (task === undefined) tasks.delete(id)
      else tasks.set(id, { task_id: id, fail_reason: '', ...task })
    },
  }
}
