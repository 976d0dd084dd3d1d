import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnsweringUpstream } from '#testing/answering-upstream.ts'
import { anyCost, questions, startAnyDialect } from '#testing/any-dialect.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'
import { providers } from './index.ts'
import { isPlain, usualRules } from './members.ts'

/** As clients write them: those that are not here, as they are. */
const written: Readonly<Record<string, string>> = {
  servicetier: 'service_tier',
  extrabody: 'extra_body',
  mcpservers: 'MCP_servers',
  generationconfig: 'generation_config',
  inferencegeo: 'inferenceGeo',
  searchparameters: 'search_parameters',
  websearchoptions: 'web_search_options',
  fallbackmodels: 'FallBackModels',
  models: 'Models',
  provider: 'PROVIDER',
  datasources: 'data_sources',
}

/** What answers tell the price of by themselves. */
const told: Readonly<Record<string, readonly string[]>> = {
  openai: ['websearchoptions'],
  azure: ['websearchoptions'],
  anthropic: ['mcpservers'],
}

describe('a member that may choose who answers, or costs something', () => {
  let opened: TestDatabase
  let gateway: TestGateway
  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    opened = await openTestDatabase('sqlite')
    upstream = await startAnyDialect()
    gateway = await startTestGateway({ place: opened.place })
    root = await gateway.asRoot()
    await priceModels(
      root,
      providers.map(({ type }) => `m-${type}`),
    )
    for (const { type } of providers) {
      await addRelayChannel(root, { type, base_url: upstream.url, models: `m-${type}`, auto_ban: 0 })
    }
    key = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
    await opened?.remove()
  })

  const quotasOf = async (requestIds: readonly string[]): Promise<Map<string | null, number>> => {
    const { database, domain } = gateway.plane
    await domain.ledger.drain()
    const rows = await database.query
      .selectFrom('logs')
      .select(['request_id', 'quota'])
      .where('request_id', 'in', requestIds)
      .execute()
    return new Map(rows.map(({ request_id, quota }) => [request_id, quota]))
  }

  it.each(providers.map(({ name, type }) => ({ name, type })))(
    'T35: is refused by name, left behind or charged for, however it is written: $name',
    async ({ name, type }) => {
      const wrong: string[] = []
      const served: { what: string; requestId: string }[] = []
      const before = upstream.calls.length
      const ask = async (dialect: keyof typeof questions, plain: string, place: number) => {
        const member = written[plain] ?? plain
        const mark = `dear-${name}-${dialect}-${place}-`
        const value = plain === 'generationconfig' ? { routingConfig: { manualMode: mark } } : mark
        const { path, body } = questions[dialect](`m-${type}`)
        const answer = await callPath(gateway, key, path, { ...body, [member]: value })
        const reached = upstream.calls.slice(before).some(({ text }) => text.includes(mark))
        if (answer.status === 400 && !answer.text.includes(member)) wrong.push(`${dialect} ${member}: not named`)
        if (!reached || told[name]?.includes(plain) === true) return
        served.push({ what: `${dialect} ${member}`, requestId: answer.requestId })
      }
      for (const dialect of ['chat', 'responses', 'messages', 'gemini'] as const) {
        await Promise.all(Object.keys(usualRules).map((plain, place) => ask(dialect, plain, place)))
      }
      const quotas = await quotasOf(served.map(({ requestId }) => requestId))
      for (const { what, requestId } of served) {
        if ((quotas.get(requestId) ?? 0) <= anyCost) wrong.push(`${what}: for nothing`)
      }
      expect(wrong).toEqual([])
    },
  )

  it('is refused wherever bytes pass through', async () => {
    const { path, body } = questions.chat('m-8')
    for (const member of ['models', 'Fallbacks', 'service_tier', 'extra_body', 'provider', 'plugins', 'preset']) {
      const answer = await callPath(gateway, key, path, { ...body, [member]: ['dear'] })
      expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringContaining(member)])
    }
  })

  it('costs an ordinary body a look at its names', () => {
    const tools = [{ type: 'function', function: {} }, { name: 'f', input_schema: {} }, { functionDeclarations: [] }]
    expect(isPlain({ model: 'm', messages: [], stream: true, tools, brand_new: {}, constructor: 1 })).toBe(true)
    expect(isPlain({ model: 'm', tools: [{ type: 'web_search' }] })).toBe(false)
  })
})
