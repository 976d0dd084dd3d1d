import { describe, expect, it } from 'vitest'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'
import { eachResponseBench } from '#testing/response-bench.ts'
import { keptUsage } from '#testing/response-keeper.ts'

eachResponseBench(({ gateway, root, makers, makerOf, channels, send, create, consumed }) => {
  describe('a kept answer', () => {
    it('is read, streamed, listed, cancelled and deleted where it was made, with the key it was made with', async () => {
      for (let turn = 0; turn < 6; turn += 1) {
        const id = await create({ stream: turn % 2 === 1 })
        const maker = makerOf(id)
        const { authorization } = maker.calls.at(-1)?.headers ?? {}
        const before = await consumed()
        expect((await send('GET', `/${id}`)).json).toMatchObject({ id, usage: keptUsage })
        expect(maker.calls.at(-1)).toMatchObject({
          method: 'GET',
          path: `/v1/responses/${id}`,
          headers: { authorization },
        })
        const streamed = await send('GET', `/${id}?stream=true&starting_after=1`)
        expect(streamed.text).toMatch(/^event: response\.completed\ndata: /)
        expect(maker.calls.at(-1)?.path).toBe(`/v1/responses/${id}?stream=true&starting_after=1`)
        expect((await send('GET', `/${id}/input_items?limit=5`)).json.data).toEqual([{ id: 'item_1' }])
        expect((await send('POST', `/${id}/cancel`)).json.status).toBe('cancelled')
        expect((await send('DELETE', `/${id}`)).json.deleted).toBe(true)
        expect(maker.calls.at(-1)?.headers.authorization).toBe(authorization)
        expect((await send('GET', `/${id}`)).status).toBe(404)
        expect(await consumed()).toBe(before)
      }
    })

    it('is not there for another user, and nobody finds what was never made', async () => {
      const id = await create()
      const member = await gateway().asUser('stranger')
      const own = (await addRelayToken(member)).key
      for (const answer of [await send('GET', `/${id}`, undefined, own), await send('GET', '/resp_never')]) {
        expect(answer).toMatchObject({ status: 404, json: { error: { code: 'response_missing' } } })
      }
      expect((await send('DELETE', `/${id}`, undefined, own)).status).toBe(404)
      expect((await send('GET', `/${id}`)).status).toBe(200)
    })

    it('is not noted when the client does not want it kept', async () => {
      const id = await create({ store: false })
      expect((await send('GET', `/${id}`)).json.error.code).toBe('response_missing')
    })

    it('is found after the note has left memory', async () => {
      const id = await create()
      await gateway().plane.domain.storedResponses.drain()
      expect(await gateway().plane.domain.storedResponses.find(1, id)).toMatchObject({ id, userId: 1 })
      expect((await send('GET', `/${id}`)).status).toBe(200)
    })

    it('is gone with its channel', async () => {
      const gone = await addRelayChannel(root(), { base_url: makers().first.url, models: 'other', priority: 9 })
      const id = await create({ model: 'other' })
      expect(makerOf(id)).toBe(makers().first)
      await root().remove(`/api/channel/${gone}`)
      expect(await send('GET', `/${id}`)).toMatchObject({
        status: 404,
        json: { error: { code: 'response_channel_gone' } },
      })
      const next = await send('POST', '', { model: 'other', input: 'Go on.', previous_response_id: id })
      expect(next).toMatchObject({ status: 404, json: { error: { code: 'response_channel_gone' } } })
    })
  })

  describe('a call that goes on from one', () => {
    it('goes to the channel and the key that keep it', async () => {
      for (let turn = 0; turn < 6; turn += 1) {
        const id = await create()
        const maker = makerOf(id)
        const { authorization } = maker.calls.at(-1)?.headers ?? {}
        const next = await create({ previous_response_id: id })
        expect(makerOf(next)).toBe(maker)
        expect(maker.calls.at(-1)).toMatchObject({ body: { previous_response_id: id }, headers: { authorization } })
      }
      expect(channels()).toHaveLength(2)
    })

    it('is refused where nobody knows it, and for another user', async () => {
      const id = await create()
      const own = (await addRelayToken(await gateway().asUser('successor'))).key
      const body = { model: 'gpt', input: 'Go on.' }
      for (const answer of [
        await send('POST', '', { ...body, previous_response_id: id }, own),
        await send('POST', '', { ...body, previous_response_id: 'resp_never' }),
      ]) {
        expect(answer).toMatchObject({ status: 400, json: { error: { code: 'previous_response_not_found' } } })
      }
    })

    it('cannot reach a model that the channel does not serve', async () => {
      const id = await create()
      const answer = await send('POST', '', { model: 'other', input: 'Go on.', previous_response_id: id })
      expect(answer.json.error.code).toBe('response_channel_gone')
    })
  })

  it('makes a conversation smaller where the channel can, and charges it', async () => {
    const before = await consumed()
    const { status, json } = await send('POST', '/compact', {
      model: 'gpt',
      input: [{ role: 'user', content: 'long' }],
    })
    expect([status, json.object]).toEqual([200, 'response.compaction'])
    expect(await consumed()).toBe(before + 1)
    const { items } = (await root().get('/api/log/?p=1&page_size=1&type=2')).data
    expect(items[0]).toMatchObject({ quota: keptUsage.total_tokens, model_name: 'gpt' })
    expect(
      [...makers().first.calls, ...makers().second.calls].some(({ path }) => path === '/v1/responses/compact'),
    ).toBe(true)
    await addRelayChannel(root(), { type: 47, base_url: makers().first.url, models: 'chat' })
    expect((await send('POST', '/compact', { model: 'chat', input: 'x' })).status).toBe(404)
  })
})
