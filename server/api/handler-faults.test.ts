import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorMessage } from '#contract/errors.ts'
import { eachDatabase } from '#testing/database.ts'
import { createFailingParts, toldByFaults } from '#testing/failing-parts.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { exampleOf, type Schema } from '#testing/query-probes.ts'
import { type Operation, operations } from './openapi.ts'

/** These end the session they are called with. */
const consuming = new Set(['session.logout', 'session.deleteSelf'])

/** What these begin goes on after their answer, and fails by itself. */
const beginning = new Set(['channelUpkeep.testAll', 'channelUpkeep.updateBalances'])

/** These read what the process holds, where nothing fails. */
const held = new Set(['models.refusals'])

/** What handlers want to have before they do anything. */
const usual: Readonly<Record<string, string>> = {
  username: 'somebody',
  email: 'somebody@example.com',
  key: 'sk-somebody',
  name: 'something',
  tag: 'something',
  target: 'user:2',
  target_timestamp: '1',
  url: 'https://id.example.com/',
  address: 'https://prices.example.com/',
}

/** So many calls of one handler: after these come the many alike of those that go through a list. */
const most = 25

type Described = {
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

describe('whatever fails in a handler', () => {
  eachDatabase((_engine, _open, openPlace) => {
    const failing = createFailingParts()
    let gateway: TestGateway
    let root: TestClient
    let document: { paths: Record<string, Record<string, Described>> }
    beforeAll(async () => {
      gateway = await startTestGateway({ place: (await openPlace()).place, intercept: failing.intercept })
      root = await gateway.asRoot()
      // Number two, whom the handlers act on.
      await gateway.asUser('victim')
      document = JSON.parse((await root.get('/api/openapi.json')).text)
      failing.breakInto(gateway.plane)
    })
    afterAll(async () => {
      failing.heal()
      await gateway.close()
    })

    let senders = 0
    /** Calls the endpoint with something it takes, and lets the n-th call of its handler fail. */
    const callFailing = async ({ endpoint, group, name }: Operation, call: number) => {
      senders += 1
      const who = consuming.has(`${group}.${name}`) ? await gateway.asUser(`user${senders}`) : root
      const described = document.paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
      const schema = described?.requestBody?.content['application/json']?.schema
      const query = new URLSearchParams(usualOf(described?.parameters.map((each) => each.name) ?? []))
      const body = { ...usualOf(Object.keys(schema?.properties ?? {})), ...exampleOf(schema ?? {}, 'none', '', 2) }
      // Each from an address of its own: who knocks at many doors is kept out of some.
      const headers = { 'x-forwarded-for': `198.21.${(senders >> 8) & 255}.${senders & 255}` }
      failing.failAt(call)
      const path = `${endpoint.path.replace(':id', '2')}?${query}`
      const answer = await who.send(endpoint.method, path, { headers, ...(schema && { body }) })
      return { answer, failed: failing.heal() }
    }

    it.each(
      operations.map((each) => [`${each.group}.${each.name}`, each] as const).filter(([title]) => !held.has(title)),
    )('T50: %s tells no more than that it failed, and the log has it once', async (title, operation) => {
      let failures = 0
      for (; failures < most; failures += 1) {
        const before = gateway.logLines.length
        const { answer, failed } = await callFailing(operation, failures + 1)
        if (!failed || (answer.success && beginning.has(title))) break
        const { status, text, message } = answer
        const requestId = answer.headers.get('x-request-id') ?? ''
        expect(requestId).toMatch(/^\w{20,}$/)
        expect([status, JSON.parse(text)]).toEqual([500, { success: false, code: 'internal', message }])
        expect(message).toBe(`${errorMessage('internal', 'en', {})} (${requestId})`)
        const lines = gateway.logLines.slice(before).filter((line) => line.includes(toldByFaults))
        // What follows a change says by itself that it could not, and does it again.
        const logged = lines.filter((line) => !line.includes('could not be followed yet'))
        expect(logged).toEqual([expect.stringContaining(requestId)])
        for (const line of lines) expect(line).not.toContain('\\n    at ')
        expect(logged[0]).toContain('"level":"error"')
      }
      expect(failures).toBeGreaterThan(0)
    })
  })
})

const usualOf = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(usual).filter(([name]) => names.includes(name)))
