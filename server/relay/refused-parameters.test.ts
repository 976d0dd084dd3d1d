import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatEvents } from '#testing/chat-answers.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const azure = 3
const anthropic = 14

describe('which parameters a model does not take', () => {
  eachGateway((gateway) => {
    let upstream: AnsweringUpstream
    let root: TestClient
    const refusals = async (model: string, group = '', client = root): Promise<readonly string[]> => {
      const query = new URLSearchParams({ model, ...(group === '' ? {} : { group }) })
      return (await client.get(`/api/pricing/refusals?${query}`)).data
    }
    const add = (fields: object) => addRelayChannel(root, { base_url: upstream.url, ...fields })

    beforeAll(async () => {
      upstream = await startAnsweringUpstream()
      upstream.does((_call, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end(chatEvents(['ok']).join(''))
      })
      root = await gateway().asRoot()
      await priceModels(root, ['o3', 'ours', 'claude-sonnet-4-5', 'gpt-4o', 'plain'])
      await root.put('/api/option/', { key: 'UserUsableGroups', value: JSON.stringify({ default: '', vip: '' }) })
      await root.put('/api/option/', { key: 'GroupRatio', value: JSON.stringify({ default: 1, vip: 1, hidden: 1 }) })
      await add({ models: 'o3,gpt-4o,plain' })
      // The same name in another group leads to a model that takes what the first refuses.
      await add({ models: 'ours', model_mapping: '{"ours":"o3"}', group: 'default,vip' })
      await add({ models: 'ours', model_mapping: '{"ours":"plain"}', group: 'vip' })
      await add({ models: 'claude-sonnet-4-5', type: anthropic })
      await add({ models: 'o3', group: 'hidden' })
    })
    afterAll(() => upstream.close())
    expectSettledBooks(gateway)

    it('are those that its family refuses, whatever else it takes', async () => {
      const refused = await refusals('o3')
      expect(refused).toEqual(['temperature', 'top_p', 'frequency_penalty', 'presence_penalty', 'stop'])
      expect(await refusals('gpt-4o')).toEqual(['reasoning_effort'])
      expect(await refusals('plain')).toEqual([])
      expect(await refusals('nobody-has-this')).toEqual([])
    })

    it('are those that do not go out: one that goes out in other words is taken', async () => {
      expect(await refusals('claude-sonnet-4-5')).toEqual(['frequency_penalty', 'presence_penalty', 'seed'])
      const { key } = await addRelayToken(root)
      await callRelay(gateway(), key, { model: 'o3', stream: true, temperature: 0.5, max_tokens: 99, seed: 7 })
      const { body } = upstream.calls.at(-1) ?? {}
      expect(body).toMatchObject({ seed: 7, max_completion_tokens: 99 })
      expect(body).not.toHaveProperty('temperature')
    })

    it('are only those that every channel refuses which the group may reach', async () => {
      expect(await refusals('ours')).toContain('temperature')
      expect(await refusals('ours', 'vip')).toEqual([])
      await add({ models: 'gpt-4o', type: azure, model_mapping: '{"gpt-4o":"o3-mini"}' })
      expect(await refusals('gpt-4o')).toEqual([])
    })

    it('are told of groups that one may use, to whoever is signed in, and name no vendor', async () => {
      const user = await gateway().asUser('member')
      expect(await refusals('ours', 'vip', user)).toEqual([])
      const path = '/api/pricing/refusals?model=o3'
      expect(await user.get(`${path}&group=hidden`)).toMatchObject({ status: 403, code: 'group_forbidden' })
      expect((await gateway().visitor().get(path)).status).toBe(401)
      expect((await user.get(path)).text).not.toContain('openai')
      expect((await user.get('/api/pricing/refusals')).success).toBe(false)
    })

    it('are none where the operator has every call passed on as it is', async () => {
      const pass = (value: string) => root.put('/api/option/', { key: 'global.pass_through_request_enabled', value })
      await pass('true')
      expect(await refusals('o3')).toEqual([])
      await pass('false')
      expect(await refusals('o3')).toContain('temperature')
    })
  })
})
