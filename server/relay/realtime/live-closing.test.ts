import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway } from '#testing/gateway.ts'
import { openLive } from '#testing/live-client.ts'
import { startLiveUpstream } from '#testing/live-upstream.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { findBrokenInvariants } from '../../db/invariants.ts'

eachDatabase((_engine, _open, openPlace) => {
  it('F19: a live session that talks is told that the gateway leaves, and what it said is charged once', async () => {
    const { place } = await openPlace()
    const upstream = await startLiveUpstream()
    const gateway = await startTestGateway({ place })
    const root = await gateway.asRoot()
    await priceModels(root, ['endless', 'plain'])
    await addRelayChannel(root, { type: 24, key: 'google-key', base_url: upstream.url, models: 'endless,plain' })
    const { key } = await addRelayToken(root)
    const wish = { url: gateway.url, key }
    const [quiet, endless] = [
      await openLive({ ...wish, model: 'plain' }),
      await openLive({ ...wish, model: 'endless' }),
    ]
    endless.session.sendClientContent({ turns: 'Talk.' })
    await endless.next((message) => message.data)

    const gone = gateway.close({ graceMs: 200 })
    expect((await quiet.closed).code).toBe(1001)
    expect(await endless.closed).toMatchObject({ code: 1001, reason: expect.stringContaining('being stopped') })
    await gone
    expect(upstream.closes.toSorted()).toEqual([1001, 1001])
    await upstream.close()

    const next = await startTestGateway({ place })
    try {
      const { items, total } = (await (await next.asRoot()).get('/api/log/?p=1&page_size=10&type=2')).data
      expect(total).toBe(1)
      expect(items[0].quota).toBe(items[0].prompt_tokens + items[0].completion_tokens)
      // Four times a tenth of a second to begin with.
      expect(JSON.parse(items[0].other).audio_output).toBeGreaterThanOrEqual(10)
      expect(await findBrokenInvariants(next.plane.database)).toEqual([])
    } finally {
      await next.close()
    }
  })
})
