import { channels } from '#contract/channels.ts'
import { optionCalls } from '#contract/options.ts'
import { startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { batchAnswer, batchLine, linesOf, startBatchService } from '#testing/batch-service.ts'
import type { ConsoleClient } from '#testing/console-client.ts'
import { startDrawingProxy } from '#testing/drawing-proxy.ts'
import { answerPlainly } from '#testing/own-batch-bench.ts'
import { startSongService } from '#testing/song-service.ts'
import { startVideoService } from '#testing/video-service.ts'

export type LaterServices = Awaited<ReturnType<typeof startLaterServices>>

/** What finishes work later, or never. */
export const startLaterServices = async () => {
  const [proxy, songs, films, batches, plain] = await Promise.all([
    startDrawingProxy(),
    startSongService(),
    startVideoService(),
    startBatchService(),
    startAnsweringUpstream(answerPlainly),
  ])
  const all = [proxy, songs, films, batches, plain]
  return { proxy, songs, films, batches, plain, close: () => Promise.all(all.map(({ close }) => close())) }
}

/** Models that nothing else is asked for here. */
export const laterModels = { batched: 'gpt-4.1-mini', here: 'deepseek-v4-pro', film: 'sora-2', drawing: 'mj_imagine' }

export const addLaterChannels = async (client: ConsoleClient, services: LaterServices): Promise<void> => {
  const { proxy, songs, films, batches, plain } = services
  await client.call(optionCalls.update, { body: { key: 'OwnBatches', value: 'true' } })
  for (const channel of [
    { name: 'Drawings', type: 2, base_url: proxy.url, models: laterModels.drawing },
    { name: 'Songs', type: 36, base_url: songs.url, models: 'suno_music' },
    { name: 'Films', type: 1, base_url: films.url, models: laterModels.film },
    { name: 'Overnight', type: 1, base_url: batches.url, models: laterModels.batched },
    { name: 'Without batches', type: 43, base_url: plain.url, models: laterModels.here },
  ]) {
    await client.call(channels.create, { body: { key: 'sk-upstream', group: 'default', ...channel } })
  }
}

const prompts = ['a lighthouse in a storm', 'banned words', 'a very long picture of a garden '.repeat(8)]

/** Of each kind one that is done, one that failed, and one under way. */
export const handInWork = async (address: string, key: string, services: LaterServices): Promise<void> => {
  const { proxy, songs, films, batches } = services
  const send = async (path: string, body: string | FormData, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${key}`
    const answer = await fetch(address + path, { method: 'POST', headers: { authorization, ...headers }, body })
    return JSON.parse(await answer.text())
  }
  const post = (path: string, body: object) => send(path, JSON.stringify(body), { 'content-type': 'application/json' })
  const handInBatch = async (model: string, calls: number): Promise<string> => {
    const body = { model, max_tokens: 1000, messages: [{ role: 'user', content: 'How does water find its way?' }] }
    const lines = linesOf(Array.from({ length: calls }, (_, place) => batchLine(`call-${place}`, body)))
    const form = new FormData()
    form.set('purpose', 'batch')
    form.set('file', new Blob([lines]), 'calls.jsonl')
    const { id } = await send('/v1/files', form)
    const wanted = { input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' }
    return (await post('/v1/batches', wanted)).id
  }

  for (const [place, prompt] of prompts.entries()) {
    const { result: drawing } = await post('/mj/submit/imagine', { prompt })
    proxy.tell(drawing, [drawn(proxy.url), { status: 'FAILURE', failReason: 'Banned words' }, begun][place])
    const { data: song } = await post('/suno/submit/music', { prompt })
    const sung = { status: 'SUCCESS', data: [{ title: 'Lighthouse', audio_url: `${songs.url}/sound/1` }] }
    songs.tell(song, [sung, { status: 'FAILURE', fail_reason: 'Banned words' }, begun][place])
    const { id: film } = await post('/v1/videos', { model: laterModels.film, prompt })
    const failed = { status: 'failed', error: { message: 'No film of banned words' } }
    films.tell(film, [{ status: 'completed', progress: 100 }, failed, { status: 'in_progress', progress: 45 }][place])
  }
  const usage = { prompt_tokens: 900, completion_tokens: 300, total_tokens: 1200 }
  const [done, failed, going] = [
    await handInBatch(laterModels.batched, 3),
    await handInBatch(laterModels.batched, 5),
    await handInBatch(laterModels.batched, 1200),
  ]
  batches.finish(done, [
    batchAnswer('call-0', usage),
    batchAnswer('call-1', usage),
    batchAnswer('call-2', undefined, 400),
  ])
  batches.finish(failed, [], 'failed')
  const completed_at = Math.floor(Date.now() / 1000)
  batches.change(done, { completed_at })
  batches.change(failed, { failed_at: completed_at })
  batches.change(going, { request_counts: { total: 1200, completed: 540, failed: 3 } })
  await handInBatch(laterModels.here, 8)
}

const begun = { status: 'IN_PROGRESS', progress: '45%' }
const drawn = (address: string) => ({ status: 'SUCCESS', progress: '100%', imageUrl: `${address}/picture/1` })
