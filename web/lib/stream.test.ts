import { describe, expect, it, vi } from 'vitest'
import { sampleUser } from '../testing/sample-user.ts'
import { ApiError } from './api.ts'
import { startLanguage } from './i18n.ts'
import { currentUser, rememberUser } from './session.ts'
import { callStream } from './stream.ts'

const asked: { input: string; init: RequestInit }[] = []
const answer = (response: () => Response | Promise<Response>) => {
  asked.length = 0
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    asked.push({ input, init })
    return Promise.resolve(response())
  })
}
const streamOf = (...pieces: (string | Error)[]) =>
  new Response(
    new ReadableStream({
      pull: (controller) => {
        const piece = pieces.shift()
        if (piece === undefined) controller.close()
        else if (piece instanceof Error) controller.error(piece)
        else controller.enqueue(new TextEncoder().encode(piece))
      },
    }),
    { headers: { 'x-request-id': 'request-1' } },
  )
const ask = (key?: string) =>
  callStream('/pg/chat/completions', { model: 'm' }, { signal: new AbortController().signal, key })
const read = async (key?: string) => {
  const { events, requestId } = await ask(key)
  const found: string[] = []
  for await (const event of events) found.push(event)
  return { found, requestId }
}
const faultOf = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    if (error instanceof ApiError)
      return {
        kind: error.kind,
        status: error.status,
        code: error.code,
        message: error.message,
        requestId: error.requestId,
      }
    throw error
  }
  throw new Error('nothing failed')
}

describe('a call that is answered in pieces', () => {
  it('gives what each event says, however the network cut them, and ends at the mark', async () => {
    answer(() => streamOf('data: {"a":1}\n', '\n: ping\n\nda', 'ta: {"b":2}\n\ndata: [DONE]\n\ndata: {"late":1}\n\n'))
    expect(await read()).toEqual({ found: ['{"a":1}', '{"b":2}'], requestId: 'request-1' })
  })

  it('says who is signed in, or shows a key alone', async () => {
    rememberUser(sampleUser({ id: 7 }))
    answer(() => streamOf('data: [DONE]\n\n'))
    await read()
    expect(asked[0]?.init).toMatchObject({ credentials: 'same-origin', headers: { 'New-Api-User': '7' } })
    await read('sk-own')
    expect(asked[1]?.init).toMatchObject({ credentials: 'omit', headers: { Authorization: 'Bearer sk-own' } })
  })

  it('tells a refusal in the words of the server, and a session that is over from a key that is none', async () => {
    await startLanguage()
    const refused = (status: number) =>
      answer(
        () =>
          new Response(JSON.stringify({ error: { message: 'Not enough', code: 'quota_insufficient' } }), {
            status,
            headers: { 'x-request-id': 'request-1' },
          }),
      )
    rememberUser(sampleUser())
    refused(403)
    expect(await faultOf(ask())).toMatchObject({
      status: 403,
      code: 'quota_insufficient',
      message: 'Not enough',
      requestId: 'request-1',
    })
    refused(401)
    await faultOf(ask('sk-wrong'))
    expect(currentUser()).not.toBeNull()
    await faultOf(ask())
    expect(currentUser()).toBeNull()
    answer(() => new Response('<html>', { status: 502 }))
    expect(await faultOf(ask())).toMatchObject({ status: 502, message: 'Error: HTTP 502' })
  })

  it('fails when it ends without its mark or the line breaks, after what came', async () => {
    for (const last of [[], [new Error('gone')]]) {
      answer(() => streamOf('data: {"a":1}\n\n', ...last))
      const { events } = await ask()
      const found: string[] = []
      const reading = (async () => {
        for await (const event of events) found.push(event)
      })()
      expect(await faultOf(reading)).toMatchObject({
        kind: 'network',
        message: 'The response broke off before its end',
        requestId: 'request-1',
      })
      expect(found).toEqual(['{"a":1}'])
    }
  })
})
