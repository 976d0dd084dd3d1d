import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import type { UpstreamAnswer } from './send.ts'

/** Passes an answer on as it comes, with back-pressure. One that breaks off breaks off for the client as well. */
export const passAnswer = (answer: UpstreamAnswer, response: ClientResponse, headers: string[]): Promise<void> =>
  new Promise((resolve) => {
    response.once('close', () => {
      answer.abort()
      resolve()
    })
    response.writeHead(answer.status, headers)
    answer.listen({
      data: (chunk) => {
        if (response.destroyed || response.write(chunk)) return
        answer.pause()
        response.once('drain', () => answer.resume())
      },
      end: () => {
        response.end()
        resolve()
      },
      error: () => {
        response.destroy()
        resolve()
      },
    })
  })
