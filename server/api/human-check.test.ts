import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { startTestGateway, type TestClient, type TestGateway, userPassword } from '#testing/gateway.ts'

type Question = Record<string, string>

describe('the human check', () => {
  let questions: Question[] = []
  let judge: (question: Question) => { status: number; text: string } | 'silence' = () => ({ status: 200, text: '{}' })
  const verdict = (success: boolean, ...faults: string[]) => ({
    status: 200,
    text: JSON.stringify({ success, 'error-codes': faults, hostname: 'gate.example.com' }),
  })
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      const question = Object.fromEntries(new URLSearchParams(text))
      questions.push(question)
      const answer = judge(question)
      if (answer !== 'silence') response.writeHead(answer.status).end(answer.text)
    })
  })
  let place: TestDatabase
  let gateway: TestGateway
  let root: TestClient

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // seam: a server that listens on a port has an address with one
    const { port } = server.address() as AddressInfo
    place = await openTestDatabase('sqlite')
    gateway = await startTestGateway({ place: place.place, humanCheckJudge: `http://127.0.0.1:${port}/siteverify` })
    root = await gateway.asRoot()
    await gateway.asUser('ann')
    for (const [key, value] of [
      ['TurnstileSiteKey', 'site-key'],
      ['TurnstileSecretKey', 'turnstile-secret'],
      ['SMTPServer', '127.0.0.1'],
      ['SMTPPort', '1'],
      ['SMTPFrom', 'gate@example.com'],
    ] as const) {
      await root.put('/api/option/', { key, value })
    }
  })
  afterAll(async () => {
    await gateway.close()
    await place.remove()
    server.closeAllConnections()
    server.close()
  })

  const turn = async (on: boolean) => {
    await root.put('/api/option/', { key: 'TurnstileCheckEnabled', value: String(on) })
  }
  let visits = 0
  /** Everything that is checked, with a token. */
  const guarded = (token: string) => {
    visits += 1
    const query = `turnstile=${token}`
    const account = { username: `new${visits}`, password: userPassword }
    return {
      login: gateway.visitor().post(`/api/user/login?${query}`, { username: 'ann', password: userPassword }),
      register: gateway.visitor().post(`/api/user/register?${query}`, account),
      verification: gateway.visitor().get(`/api/verification?email=a${visits}@example.com&${query}`),
      reset: gateway.visitor().get(`/api/reset_password?email=b${visits}@example.com&${query}`),
    }
  }
  const codesOf = async (calls: ReturnType<typeof guarded>) =>
    (await Promise.all(Object.values(calls))).map(({ success, code }) => (success ? 'done' : code))

  it('is not asked for where it is turned off', async () => {
    await turn(false)
    expect(await codesOf(guarded(''))).toEqual(['done', 'done', 'done', 'done'])
    expect(questions).toEqual([])
  })

  it('is judged anew for each login, registration and mail', async () => {
    await turn(true)
    judge = () => verdict(true)
    expect(await codesOf(guarded('good-token'))).toEqual(['done', 'done', 'done', 'done'])
    expect(questions).toHaveLength(4)
    for (const question of questions) {
      expect(question).toMatchObject({ secret: 'turnstile-secret', response: 'good-token' })
      expect(question.remoteip).toMatch(/^198\.18\./)
    }
  })

  it('lets nobody pass whose token is refused, missing or absurd', async () => {
    judge = ({ response }) => verdict(response === 'good-token', 'invalid-input-response')
    const refused = Array(4).fill('human_check_failed')
    expect(await codesOf(guarded('bad-token'))).toEqual(refused)
    questions = []
    expect(await codesOf(guarded(''))).toEqual(refused)
    expect(await codesOf(guarded('x'.repeat(3000)))).toEqual(refused)
    expect(questions).toEqual([])
  })

  it('F26: lets nobody pass while its judge is silent, broken or talks nonsense', async () => {
    for (const answer of [
      'silence' as const,
      { status: 500, text: 'oops' },
      { status: 200, text: '<html>' },
      { status: 200, text: '{"success":"true"}' },
      { status: 200, text: '[]' },
    ]) {
      judge = () => answer
      expect(await codesOf(guarded('good-token'))).toEqual(Array(4).fill('human_check_unreachable'))
    }
  })

  it('tells the operator, and nobody else, when the secret is wrong', async () => {
    judge = () => verdict(false, 'invalid-input-secret')
    expect(await codesOf(guarded('good-token'))).toEqual(Array(4).fill('human_check_failed'))
    const log = gateway.logLines.join('\n')
    expect(log).toContain('does not know our secret key')
    expect(log).not.toContain('turnstile-secret')
    expect((await root.get('/api/option/')).text).not.toContain('turnstile-secret')
  })

  it('may run its script in the console only while it is turned on', async () => {
    const policy = async () => (await gateway.visitor().get('/login')).headers.get('content-security-policy') ?? ''
    expect(await policy()).toContain("script-src 'self' https://challenges.cloudflare.com")
    await turn(false)
    expect(await policy()).not.toContain('challenges.cloudflare.com')
  })
})
