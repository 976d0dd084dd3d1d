import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnsweringUpstream } from '#testing/answering-upstream.ts'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway, type TestGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'
import { startKeeper } from '#testing/response-keeper.ts'
import type { Database } from '../../db/database.ts'

/** While it is set, nobody hears that a response was written down. */
let gate: Promise<void> | undefined
const written = new WeakSet<object>()
const plugin: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => {
    if (gate !== undefined && /"(?:stored_responses|tasks)"/.test(JSON.stringify(node))) written.add(queryId)
    return node
  },
  transformResult: async ({ result, queryId }) => {
    if (written.has(queryId)) await gate
    return result
  },
}

eachDatabase((_engine, _open, openPlace) => {
  let gateway: TestGateway
  let keeper: AnsweringUpstream
  let key: string

  beforeAll(async () => {
    const { place } = await openPlace()
    const intercept = (database: Database) => ({ ...database, query: database.query.withPlugin(plugin) })
    gateway = await startTestGateway({ place, intercept })
    keeper = await startKeeper('first')
    const root = await gateway.asRoot()
    await priceModels(root, ['gpt'])
    await addRelayChannel(root, { base_url: keeper.url, models: 'gpt' })
    key = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await gateway?.close()
    await keeper?.close()
  })

  it('F16: an answer made in the background is told when it is written down who pays for it, and no sooner', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    let isTold = false
    const body = { model: 'gpt', input: 'Say something.' }
    const asked = callPath(gateway, key, '/v1/responses', { ...body, background: true }).then((answer) => {
      isTold = true
      return answer
    })
    await expect.poll(() => keeper.calls.length).toBe(1)
    // Another call goes all the way meanwhile.
    expect((await callPath(gateway, key, '/v1/responses', { ...body, store: false })).status).toBe(200)
    expect(isTold).toBe(false)
    gate = undefined
    resolve()
    expect((await asked).status).toBe(200)
  })
})
