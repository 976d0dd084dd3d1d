import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import type { TestGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'

withTwoNodes((nodes) => {
  let upstream: AnsweringUpstream
  let key: string
  let made = 0

  beforeAll(async () => {
    upstream = await startAnsweringUpstream(({ method, path }, response) => {
      if (method === 'POST') made += 1
      const kind = path.startsWith('/v1/responses') ? 'resp' : 'conv'
      const id = method === 'POST' ? `${kind}_${made}` : path.split('/').at(-1)
      answerJson(response, 200, kind === 'conv' ? { id } : { id, object: 'response', status: 'queued' })
    })
    const root = await nodes().one.asRoot()
    await priceModels(root, ['plain'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'plain' })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream?.close())

  const ask = async (node: TestGateway, method: string, path: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = method === 'POST' ? '{"model":"plain","input":"Hello","background":true}' : null
    const response = await fetch(`${node.url}${path}`, { method, headers, body })
    const json: ReturnType<typeof JSON.parse> = await response.json()
    return { status: response.status, json }
  }

  it('What was made at one node is known at the other as soon as its client was told, written behind as it is', async () => {
    await expect.poll(() => nodes().two.plane.domain.pool.candidates('default', 'plain').length).toBe(1)
    for (let round = 0; round < 20; round += 1) {
      const { status, json } = await ask(nodes().one, 'POST', '/v1/conversations')
      expect(status).toBe(200)
      expect((await ask(nodes().two, 'GET', `/v1/conversations/${json.id}`)).status).toBe(200)
    }
    expect((await ask(nodes().two, 'GET', '/v1/conversations/conv_of_nobody')).status).toBe(404)
  })

  it('So is an answer that is made in the background, and that it is not paid for yet', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { status, json } = await ask(nodes().one, 'POST', '/v1/responses')
      expect(status).toBe(200)
      expect((await ask(nodes().two, 'DELETE', `/v1/responses/${json.id}`)).json.error.code).toBe('response_running')
    }
    expect((await ask(nodes().two, 'GET', '/v1/responses/resp_of_nobody')).status).toBe(404)
  })
})
