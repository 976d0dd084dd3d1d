import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { signature } from '#testing/epay-server.ts'
import type { TestClient, TestGateway } from '#testing/gateway.ts'
import { madeUpProvider } from '#testing/made-up-provider.ts'
import { findBrokenInvariants } from '../../db/invariants.ts'

const page = { headers: { accept: 'text/html' } }

describe('a payment provider that is one file and one line', () => {
  eachDatabase((_engine, _open, openPlace) => {
    let gateway: TestGateway
    let root: TestClient
    let user: TestClient

    beforeAll(async () => {
      vi.resetModules()
      // The one line. Everything that is drawn from the list is read anew with it.
      vi.doMock('#contract/payment-providers/index.ts', async (original) => {
        const { paymentProviders } = await original<typeof import('#contract/payment-providers/index.ts')>()
        return { paymentProviders: [...paymentProviders, madeUpProvider] }
      })
      const { startTestGateway } = await import('#testing/gateway.ts')
      const { place } = await openPlace()
      gateway = await startTestGateway({ place })
      root = await gateway.asRoot()
      user = await gateway.asUser('payer')
      for (const [key, value] of [
        ['ServerAddress', gateway.url],
        ['Price', '7'],
      ]) {
        expect((await root.put('/api/option/', { key, value })).message).toBe('')
      }
    })
    afterAll(async () => {
      expect(await findBrokenInvariants(gateway.plane.database)).toEqual([])
      await gateway.close()
      vi.doUnmock('#contract/payment-providers/index.ts')
      vi.resetModules()
    })

    const pay = (payment_method: string) => user.post('/api/user/pay', { amount: 2, payment_method })
    const status = async () => (await gateway.visitor().get('/api/status')).data
    const quotaOf = async (): Promise<number> => (await user.get('/api/user/self')).data.quota

    it('offers its way to pay once its options are filled in', async () => {
      expect(await status()).toMatchObject({ enable_online_topup: false, payment_methods: [] })
      expect((await pay('shells')).message).toBe('Online top-up is not available on this site')
      await root.put('/api/option/', { key: 'MadeUpShop', value: 'https://shop.example' })
      await root.put('/api/option/', { key: 'MadeUpKey', value: 'hush' })
      expect(await status()).toMatchObject({ enable_online_topup: true, payment_methods: ['shells'] })
      expect((await pay('zfb')).success).toBe(false)
      const shown = await fetch(gateway.url, page)
      expect(shown.headers.get('content-security-policy')).toContain('https://shop.example')
    })

    it('takes an order, and what was paid is credited once', async () => {
      const { data: fields, text } = await pay('shells')
      expect(JSON.parse(text)).toMatchObject({ url: 'https://shop.example/buy', message: 'success' })
      expect(fields).toMatchObject({ method: 'cowrie', money: '14.00', tell: `${gateway.url}/api/user/madeup/notify` })
      const before = await quotaOf()
      const tell = async (changes: Record<string, string> = {}) => {
        const query = new URLSearchParams({ ...fields, ...changes })
        return (await gateway.visitor().get(`/api/user/madeup/notify?${query}`)).text
      }
      expect(await tell({ money: '0.01' })).toBe('what?')
      expect(await quotaOf()).toBe(before)
      expect([await tell(), await tell()]).toEqual(['thanks', 'thanks'])
      expect(await quotaOf()).toBe(before + 1_000_000)
    })

    it('believes nothing about orders of another provider', async () => {
      const { data: fields } = await pay('shells')
      for (const [key, value] of [
        ['EpayId', '1'],
        ['EpayKey', 'other'],
      ]) {
        await root.put('/api/option/', { key, value })
      }
      const told = { pid: '1', type: 'alipay', money: '14.00', out_trade_no: fields.id, trade_status: 'TRADE_SUCCESS' }
      const query = new URLSearchParams({ ...told, sign: signature(told, 'other') })
      expect((await gateway.visitor().get(`/api/user/epay/notify?${query}`)).text).toBe('fail')
      const [row] = (await root.get('/api/log/?type=4&page_size=1')).data.items
      expect(row.content).toBe(`Payment notice refused: an order of another kind (order ${fields.id})`)
    })
  })
})
