import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { logs } from '#contract/logs.ts'
import { session } from '#contract/session.ts'
import { tokens } from '#contract/tokens.ts'
import { answerCalls, granted, refused } from '../testing/answer-calls.ts'
import { inEachLanguage } from '../testing/languages.ts'
import { sampleUser } from '../testing/sample-user.ts'
import { learnWordings, said } from '../testing/wordings.ts'
import { ApiError, call, callFile, callWhole } from './api.ts'
import { currentLanguage, setLanguage, startLanguage } from './i18n.ts'
import { currentUser, forgetUser, onSessionExpired, rememberUser } from './session.ts'

beforeEach(async () => {
  await startLanguage()
  await setLanguage('en')
  rememberUser(sampleUser({ id: 7 }))
})

const failureOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error('the call should have failed with an ApiError')
  return error
}

describe('A call of the control plane', () => {
  it('puts parameters into the path and leaves empty query values out', async () => {
    const calls = answerCalls({
      'GET /api/token/12': () => ({ body: granted({ id: 12 }) }),
      'GET /api/token/search': () => ({ body: granted({ items: [], page: 1, page_size: 10, total: 0 }) }),
    })
    await call(tokens.read, { params: { id: '12' } })
    await call(tokens.search, { query: { keyword: 'a b', token: '' } })
    expect(calls.map(({ path, query }) => ({ path, query }))).toEqual([
      { path: '/api/token/12', query: {} },
      { path: '/api/token/search', query: { keyword: 'a b' } },
    ])
  })

  it('says who asks, in which language, and that nothing may be kept', async () => {
    const calls = answerCalls({ 'GET /api/user/self': () => ({ body: granted(sampleUser()) }) })
    await call(session.self)
    await setLanguage('zh')
    await call(session.self)
    const [first, second] = calls
    expect(first?.headers.get('new-api-user')).toBe('7')
    expect(first?.headers.get('cache-control')).toBe('no-store')
    expect(first?.headers.get('accept-language')).toBe('en')
    expect(second?.headers.get('accept-language')).toBe('zh-CN')
    expect(first?.headers.has('content-type')).toBe(false)
  })

  it('sends no user id when nobody is signed in', async () => {
    forgetUser()
    const calls = answerCalls({ 'POST /api/user/login': () => ({ body: granted(sampleUser()) }) })
    await call(session.login, { query: {}, body: { username: 'ada', password: 'secret-password' } })
    expect(calls[0]?.headers.has('new-api-user')).toBe(false)
    expect(calls[0]?.body).toEqual({ username: 'ada', password: 'secret-password' })
  })

  it('gives the data alone, or with what stands beside it', async () => {
    answerCalls({ 'GET /api/user/models': () => ({ body: granted(['one'], { time: 3 }) }) })
    expect(await call(session.models)).toEqual(['one'])
    expect(await callWhole(session.models)).toMatchObject({ data: ['one'], beside: { time: 3 } })
  })

  it('shows the server’s sentence and code when the server refuses', async () => {
    answerCalls({ 'GET /api/user/self': () => ({ body: refused('The user does not exist', 'user_missing') }) })
    const error = await failureOf(call(session.self))
    expect(error).toMatchObject({ kind: 'refused', message: 'The user does not exist', code: 'user_missing' })
  })

  inEachLanguage('has its own words for what a status tells', async () => {
    const saysAt = async (status: number, text: string, code?: string) => {
      answerCalls({ 'GET /api/user/self': () => ({ status, body: refused('said by the server', code) }) })
      const error = await failureOf(call(session.self))
      expect(error).toMatchObject({ kind: 'failed', status, message: said(text) })
      expect(currentUser()).not.toBeNull()
    }
    await saysAt(405, 'This is a demo site: this action is not available', 'demo_only')
    await saysAt(405, 'Error: said by the server')
    await saysAt(429, 'Too many requests. Try again later.')
    await saysAt(500, 'Internal server error. Contact the admin.')
    await saysAt(503, 'Error: said by the server')
  })

  inEachLanguage('sends the super admin to nobody else', async () => {
    rememberUser(sampleUser({ id: 7, role: 100 }))
    const failureAt = (status: number, code: ErrorCode, values?: Record<string, string>) => {
      const body = { ...refused('Contact the admin', code), values }
      answerCalls({ 'GET /api/user/self': () => ({ status, body }) })
      return failureOf(call(session.self))
    }
    const lost = await failureAt(500, 'internal')
    expect(lost.message).toBe(said('Internal server error: the server’s log says more'))
    const { message, option } = await failureAt(200, 'mail_off')
    await learnWordings(['dialogs'], currentLanguage())
    expect([message, option]).toEqual([said('Email is not set up on this site: set the SMTP server'), 'SMTPServer'])
    expect((await failureAt(200, 'check_in_misconfigured')).option).toBe('CheckInQuota')
    expect((await failureAt(200, 'signin_refused', { name: 'GitHub' })).option).toBe('GitHub')
    expect(await failureAt(200, 'user_missing')).toMatchObject({ message: 'Contact the admin', option: undefined })
    rememberUser(sampleUser({ id: 7, role: 10 }))
    expect(await failureAt(200, 'mail_off')).toMatchObject({ message: 'Contact the admin', option: undefined })
  })

  inEachLanguage('forgets the user and tells the router when the login has expired', async () => {
    const expired = vi.fn()
    onSessionExpired(expired)
    answerCalls({ 'GET /api/user/self': () => ({ status: 401, body: refused('who?') }) })
    const error = await failureOf(call(session.self))
    expect(error.message).toBe(said('You’re not logged in, or your session has expired. Please log in.'))
    expect(currentUser()).toBeNull()
    expect(localStorage.getItem('user')).toBeNull()
    expect(expired).toHaveBeenCalledOnce()
  })

  it.each([
    { who: 'logged out here', leave: () => forgetUser() },
    { who: 'logged out in another tab', leave: () => localStorage.removeItem('user') },
  ])('calls nothing expired for somebody who $who while a call was on its way', async ({ leave }) => {
    const expired = vi.fn()
    onSessionExpired(expired)
    answerCalls({
      'GET /api/user/self': () => {
        leave()
        return { status: 401, body: refused('who?') }
      },
    })
    await failureOf(call(session.self))
    expect(currentUser()).toBeNull()
    expect(expired).not.toHaveBeenCalled()
  })

  it('keeps whoever signed in while a call of somebody else was on its way', async () => {
    const expired = vi.fn()
    onSessionExpired(expired)
    answerCalls({
      'GET /api/user/self': () => {
        rememberUser(sampleUser({ id: 8 }))
        return { status: 401, body: refused('who?') }
      },
    })
    await failureOf(call(session.self))
    expect(currentUser()?.id).toBe(8)
    expect(expired).not.toHaveBeenCalled()
  })

  it('does not stumble over an answer that is no wrapper', async () => {
    answerCalls({ 'GET /api/user/self': () => ({ status: 502, body: '<html>Bad gateway</html>' }) })
    expect((await failureOf(call(session.self))).message).toBe('Error: HTTP 502')
    answerCalls({ 'GET /api/user/self': () => ({ body: '<html></html>' }) })
    expect((await failureOf(call(session.self))).message).toBe('The server sent an unreadable response')
  })

  inEachLanguage('says so when the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')))
    expect(await failureOf(call(session.self))).toMatchObject({
      kind: 'network',
      message: said('Couldn’t reach the server. Check your connection and try again.'),
    })
  })
})

describe('A file of the control plane', () => {
  it('comes with the name the server gives it', async () => {
    const headers = { 'content-disposition': 'attachment; filename="logs.csv"' }
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('id\r\n', { headers })))
    const { name, content } = await callFile(logs.export, { query: { format: 'csv' } })
    expect([name, await content.text()]).toEqual(['logs.csv', 'id\r\n'])
  })

  it('that is refused is told in the words of the server', async () => {
    answerCalls({ 'GET /api/log/export': () => ({ body: refused('Not for you', 'role_insufficient') }) })
    const error = await failureOf(callFile(logs.export, { query: {} }))
    expect([error.kind, error.message, error.code]).toEqual(['refused', 'Not for you', 'role_insufficient'])
  })
})
