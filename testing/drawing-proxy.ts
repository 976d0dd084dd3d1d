import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from './answering-upstream.ts'

type Json = Record<string, unknown>

export type DrawingProxy = AnsweringUpstream & {
  /** What is known of a task from now on; undefined: nothing, it is lost. */
  tell: (id: string, task: Json | undefined) => void
  /** What the next list says, whatever was asked for. */
  tellNext: (list: unknown) => void
  /** The bodies that were handed in, newest last, with their paths. */
  handedIn: () => { path: string; body: Json }[]
}

/** A proxy that draws, as its protocol has it. What the prompt says decides what comes of it. */
export const startDrawingProxy = async (): Promise<DrawingProxy> => {
  const tasks = new Map<string, Json>()
  let made = 0
  let nextList: unknown
  const upstream = await startAnsweringUpstream(({ method, path, body }, response) => {
    if (path.startsWith('/picture')) {
      if (path.endsWith('page')) response.writeHead(200, { 'content-type': 'text/html' }).end('<script>')
      else if (path.includes('to=')) response.writeHead(302, { location: path.slice(path.indexOf('to=') + 3) }).end()
      else response.writeHead(200, { 'content-type': 'image/png' }).end('a picture')
      return
    }
    if (path === '/mj/task/list-by-condition') {
      const list = nextList ?? body.ids.flatMap((id: string) => tasks.get(id) ?? [])
      nextList = undefined
      return answerJson(response, 200, list)
    }
    if (method === 'GET' && path.endsWith('/image-seed')) {
      return answerJson(response, 200, { code: 1, description: 'ok', result: '4711', properties: {} })
    }
    made += 1
    const { status = 200, ...answer } = answerTo(path, body, `drawing-${made}`)
    if (typeof answer.result === 'string' && answer.result !== '') {
      tasks.set(answer.result, { id: answer.result, status: 'SUBMITTED', progress: '0%' })
    }
    answerJson(response, Number(status), answer)
  })
  return {
    ...upstream,
    tell: (id, task) => {
      if (task === undefined) tasks.delete(id)
      else tasks.set(id, { id, ...task })
    },
    tellNext: (list) => {
      nextList = list
    },
    handedIn: () =>
      upstream.calls
        .filter(({ method, path }) => method === 'POST' && !path.endsWith('list-by-condition'))
        .map(({ path, body }) => ({ path, body })),
  }
}

const answerTo = (path: string, { prompt = '', customId = '', taskId }: Json, id: string): Json => {
  const said = String(prompt)
  if (path.endsWith('/upload-discord-images')) {
    return { code: 1, description: 'ok', result: ['https://cdn.example/1.png'], properties: {} }
  }
  if (path.endsWith('/modal')) return { code: 1, description: 'ok', result: taskId, properties: {} }
  if (/Inpaint|CustomZoom/.test(String(customId))) {
    return { code: 21, description: 'Waiting for window confirm', result: id, properties: { finalPrompt: 'x' } }
  }
  if (said.includes('again')) {
    const properties = { status: 'SUCCESS', imageUrl: 'https://cdn.example/again.png' }
    return { code: 21, description: 'already there', result: 'drawing-again', properties }
  }
  if (said.includes('queued')) return { code: 22, description: 'queued', result: id, properties: { numberOfQueues: 2 } }
  if (said.includes('full')) return { code: 23, description: 'the queue is full', result: '', properties: {} }
  if (said.includes('banned')) {
    return { code: 24, description: 'banned prompt', result: '', properties: { bannedWord: 'banned' } }
  }
  if (said.includes('nobody')) return { code: 3, description: 'no available account instance', result: '' }
  if (said.includes('broken')) return { status: 503, description: 'down' }
  if (said.includes('nameless')) return { code: 1, description: 'ok', result: '' }
  return { code: 1, description: 'Submit success', result: id, properties: {} }
}
