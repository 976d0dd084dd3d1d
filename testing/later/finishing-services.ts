import { batchAnswer, startBatchService } from '../batch-service.ts'
import { messageResult, startMessageBatchService } from '../message-batch-service.ts'
import { contentAnswer, startModelBatchService } from '../model-batch-service.ts'
import { startVideoService } from '../video-service.ts'

type Json = ReturnType<typeof JSON.parse>

export type FinishingServices = {
  urls: { calls: string; messages: string; contents: string; films: string }
  /** Ends what was cancelled, and what was there already the last time. */
  finishAll: () => void
  close: () => Promise<void>
}

/** The services of three vendors, which answer every call of every batch, and a film of each. */
export const startFinishingServices = async (): Promise<FinishingServices> => {
  const [calls, messages, contents, films] = await Promise.all([
    startBatchService(),
    startMessageBatchService(),
    startModelBatchService(),
    startVideoService(),
  ])
  const ripe = createRipening()
  const finishCalls = () => {
    for (const { id, status, input_file_id } of [...calls.batches.values()]) {
      if (status === 'cancelling') calls.finish(id, [], 'cancelled')
      if (status !== 'in_progress' || !ripe(id)) continue
      const ids = linesIn(calls.files.get(input_file_id)?.bytes).map(({ custom_id }) => custom_id)
      calls.finish(
        id,
        ids.map((each) => batchAnswer(each, { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 })),
      )
    }
  }
  const ended = new Set<string>()
  const finishMessages = () => {
    for (const [id, requests] of messages.taken) {
      const isStopping = messages.isStopping(id)
      if (ended.has(id) || !(isStopping || ripe(id))) continue
      ended.add(id)
      messages.finish(
        id,
        requests.map(({ custom_id }) =>
          isStopping
            ? { custom_id, result: { type: 'canceled' } }
            : messageResult(custom_id, { input_tokens: 9, output_tokens: 3 }),
        ),
      )
    }
  }
  const finishContents = () => {
    for (const [name, { operation, isFile }] of contents.batches) {
      if (operation.done === true || !ripe(name)) continue
      const count = Number(operation.metadata.batchStats.requestCount)
      const response = contentAnswer({ promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 })
      const keys = ['one', 'two', 'three'].slice(0, count)
      contents.finish(
        name.replace('batches/', ''),
        keys.map((key) => (isFile ? { key, response } : { metadata: { key }, response })),
      )
    }
  }
  const finishFilms = () => {
    for (const [id, { status, seconds }] of films.films) {
      if (status === 'queued' && ripe(id)) films.tell(id, { seconds, status: 'completed', progress: 100 })
    }
  }
  return {
    urls: { calls: calls.url, messages: messages.url, contents: contents.url, films: films.url },
    finishAll: () => {
      for (const finish of [finishCalls, finishMessages, finishContents, finishFilms]) finish()
    },
    close: async () => {
      await Promise.all([calls, messages, contents, films].map(({ close }) => close()))
    },
  }
}

/** Whether it was looked at before. */
const createRipening = (): ((id: string) => boolean) => {
  const looks = new Map<string, number>()
  return (id) => {
    looks.set(id, (looks.get(id) ?? 0) + 1)
    return (looks.get(id) ?? 0) > looksBefore
  }
}

/** Time enough to cancel it in between. */
const looksBefore = 3

const linesIn = (bytes: Buffer | undefined): Json[] =>
  String(bytes ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
