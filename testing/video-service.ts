import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from './answering-upstream.ts'

type Json = Record<string, unknown>

export type VideoService = AnsweringUpstream & {
  /** By their ids. */
  films: ReadonlyMap<string, Json>
  /** What is known of a film from now on; undefined: nothing, it is lost. */
  tell: (id: string, film: Json | undefined) => void
}

/** What is found in every film. */
export const filmBytes = Buffer.from('0123456789'.repeat(100))

/** A service that makes films in the dialect of its clients. A prompt that is refused says so, as does one that fails. */
export const startVideoService = async (): Promise<VideoService> => {
  const films = new Map<string, Json>()
  let made = 0
  const make = (more: Json): Json => {
    made += 1
    const film = { id: `video_${made}`, object: 'video', status: 'queued', progress: 0, ...more }
    films.set(film.id, film)
    return film
  }
  /** From the first question on: it was accepted. */
  const fail = (film: Json): void => {
    films.set(String(film.id), { ...film, status: 'failed', error: { message: 'no light' } })
  }
  const upstream = await startAnsweringUpstream(({ method, path, text, body, headers }, response) => {
    const [, id = '', below = ''] = /^\/v1\/videos\/?([^/?]*)\/?([^/?]*)/.exec(path) ?? []
    if (text.includes('refused')) {
      const error = { message: 'not this', type: 'invalid_request_error', code: 'moderation_blocked' }
      return answerJson(response, 400, { error })
    }
    if (id === '') {
      const film = make({ seconds: '4' })
      if (body.prompt === 'fails') fail(film)
      return answerJson(response, 200, film)
    }
    if (id === 'edits' || id === 'extensions') return answerJson(response, 200, make({ seconds: body.seconds ?? '8' }))
    const film = films.get(id)
    if (film === undefined) return answerJson(response, 404, { error: { message: 'no such film' } })
    if (below === 'remix') return answerJson(response, 200, make({ seconds: body.seconds ?? '4' }))
    if (below === 'content') {
      const [, from, to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
      if (from === undefined) {
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': filmBytes.length }).end(filmBytes)
        return
      }
      const part = filmBytes.subarray(Number(from), to === '' ? undefined : Number(to) + 1)
      const told = { 'content-type': 'video/mp4', 'content-length': part.length }
      const range = `bytes ${from}-${Number(from) + part.length - 1}/${filmBytes.length}`
      response.writeHead(206, { ...told, 'content-range': range, 'accept-ranges': 'bytes' }).end(part)
      return
    }
    if (method === 'DELETE') {
      films.delete(id)
      return answerJson(response, 200, { id, object: 'video.deleted', deleted: true })
    }
    answerJson(response, 200, film)
  })
  return {
    ...upstream,
    films,
    tell: (id, film) => {
      if (film === undefined) films.delete(id)
      else films.set(id, { id, object: 'video', ...film })
    },
  }
}
