import type { ServerResponse } from 'node:http'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from './answering-upstream.ts'
import { chatBody, chatEvents, chatUsage } from './chat-answers.ts'

/** A model provider under test: it speaks the chat dialect and behaves as the model's name says. */
export type Upstream = Omit<AnsweringUpstream, 'does'>

/** What every answer tells it used, unless the model's name says otherwise. */
export const upstreamUsage = chatUsage

const words = ['Water', ' finds', ' its', ' way', ' through', ' the', ' gate', ',', ' slowly', '.']

/**
 * Models: `plain`; `fail-STATUS`; `reset` (before the head); `cut` (a stream that breaks off in the middle);
 * `slow-MS` (waits before it answers); `drip-MS` (waits between events); `page` (HTML with status 200);
 * `silent` (a stream without usage). Several upstreams can be told apart by `name`.
 */
export const startUpstream = async (name = 'upstream'): Promise<Upstream> => {
  const { does: _does, ...upstream } = await startAnsweringUpstream(({ body }, response) =>
    answer(name, body, response),
  )
  return upstream
}

const answer = async (name: string, body: Record<string, unknown>, response: ServerResponse): Promise<void> => {
  const model = String(body.model)
  const [behaviour, figure] = [model.replace(/-\d+$/, ''), Number(/-(\d+)$/.exec(model)?.[1] ?? 0)]
  switch (behaviour) {
    case 'fail':
      return answerJson(response, figure, {
        error: { message: `refused by ${name}`, type: 'test_error', code: 'test_code' },
      })
    case 'reset':
      response.destroy()
      return
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>sign in</html>')
      return
    case 'slow':
      await pause(figure)
  }
  const own = { model, system_fingerprint: name }
  if (body.stream !== true) answerJson(response, 200, { ...chatBody({ content: words.join('') }), ...own })
  else await sendStream(behaviour, figure, response, chatEvents(words, own), wantsUsage(body))
}

const wantsUsage = (body: Record<string, unknown>) =>
  JSON.stringify(body.stream_options ?? {}).includes('"include_usage":true')

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const sendStream = async (
  behaviour: string,
  figure: number,
  response: ServerResponse,
  events: readonly string[],
  usage: boolean,
): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [position, event] of events.slice(0, words.length).entries()) {
    if (behaviour === 'cut' && position === words.length / 2) {
      // What was written is on its way before the line breaks.
      setImmediate(() => response.destroy())
      return
    }
    response.write(event)
    if (behaviour === 'drip') await pause(figure)
  }
  const [end, used, mark] = events.slice(words.length)
  response.end([end, usage && behaviour !== 'silent' ? used : '', mark].join(''))
}
