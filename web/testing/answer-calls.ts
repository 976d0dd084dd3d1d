import { vi } from 'vitest'

export type Call = {
  method: string
  path: string
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  headers: Headers
}
export type Answer = { status?: number; headers?: Record<string, string>; body: unknown }

let answered: string[] = []

/** Stands where the server would: answers by `METHOD /path` or `METHOD /path/:id`, and keeps what was asked. */
export const answerCalls = (answers: Record<string, (call: Call) => Answer>) => {
  const calls: Call[] = []
  answered = []
  const fetch = (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://127.0.0.1')
    const asked = `${init.method ?? 'GET'} ${url.pathname}`
    const known = asked in answers ? asked : Object.keys(answers).find((each) => patternOf(each).test(asked))
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.pathname,
      params: { ...patternOf(known ?? '').exec(asked)?.groups },
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
    }
    calls.push(call)
    const answer = answers[known ?? '']?.(call) ?? { status: 404, body: refused('no such path') }
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    answered.push(text)
    return Promise.resolve(new Response(text, { status: answer.status ?? 200, headers: answer.headers ?? {} }))
  }
  vi.stubGlobal('fetch', fetch)
  return calls
}

const patternOf = (key: string): RegExp => new RegExp(`^${key.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

export const granted = (data: unknown, beside: Record<string, unknown> = {}) => ({
  success: true,
  message: '',
  data,
  ...beside,
})

export const refused = (message: string, code?: string) => ({ success: false, message, ...(code ? { code } : {}) })

/** Whether the text stands in an answer since the calls were answered: what the server says is not translated. */
export const wasAnswered = (text: string): boolean => answered.some((answer) => answer.includes(text))
