import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EpayServer, signature, startEpayServer } from '#testing/epay-server.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { findBrokenInvariants } from '../db/invariants.ts'
import { updateUser } from '../db/users.ts'

const noticePath = '/api/user/epay/notify'

describe('the wallet', () => {
  eachGateway((gateway) => {
    let epay: EpayServer
    let root: TestClient
    let user: TestClient
    beforeAll(async () => {
      epay = await startEpayServer()
      root = await gateway().asRoot()
      user = await gateway().asUser('payer')
    })
    afterAll(() => epay.close())
    afterEach(async () => {
      await setOptions(usual())
      expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
    })

    const usual = () => ({
      PayAddress: epay.url,
      EpayId: epay.pid,
      EpayKey: epay.key,
      ServerAddress: gateway().url,
      CustomCallbackAddress: '',
      Price: '7.3',
      MinTopUp: '1',
      TopupGroupRatio: '{"default":1,"vip":0.9,"svip":0}',
      DisplayInCurrencyEnabled: 'true',
    })
    const setOptions = async (options: Record<string, string>) => {
      for (const [key, value] of Object.entries(options)) {
        const answer = await root.put('/api/option/', { key, value })
        if (!answer.success) throw new Error(answer.text)
      }
    }
    const price = (amount: unknown, client = user) => client.post('/api/user/amount', { amount, top_up_code: '' })
    const pay = (amount: unknown, payment_method: unknown = 'zfb') =>
      user.post('/api/user/pay', { amount, payment_method, top_up_code: '' })
    const order = async (amount = 1): Promise<Record<string, string>> => {
      await setOptions(usual())
      return (await pay(amount)).data
    }
    const tell = async (notice: Record<string, string> | string) => {
      const { status, text, headers } = await gateway()
        .visitor()
        .get(`${noticePath}?${new URLSearchParams(notice)}`)
      expect(headers.get('content-type')).toContain('text/plain')
      return [status, text]
    }
    const quotaOf = async (client = user): Promise<number> => (await client.get('/api/user/self')).data.quota
    const rows = () => gateway().plane.database.query.selectFrom('top_ups').selectAll().orderBy('id', 'desc').execute()
    const systemRows = async (): Promise<string[]> =>
      (await root.get('/api/log/?type=4&page_size=100')).data.items.map(({ content }: { content: string }) => content)

    describe('says the price', () => {
      it('of dollars, with the ratio of the group', async () => {
        await setOptions(usual())
        const answer = await price(10)
        expect(JSON.parse(answer.text)).toEqual({ success: true, message: 'success', data: '73.00' })
        const { database, domain } = gateway().plane
        for (const [group, expected] of [
          ['vip', '65.70'],
          ['svip', '73.00'],
          ['unheard-of', '73.00'],
        ] as const) {
          await updateUser(database.query, user.userId, { group })
          domain.identities.forgetUser(user.userId)
          expect((await price(10)).data).toBe(expected)
        }
        await updateUser(database.query, user.userId, { group: 'default' })
        domain.identities.forgetUser(user.userId)
      })

      it('of quota, where amounts are shown as such', async () => {
        await setOptions({ ...usual(), DisplayInCurrencyEnabled: 'false', MinTopUp: '2' })
        expect((await price(999_999)).message).toBe('The minimum top-up is 1000000')
        expect((await price(1_500_000)).data).toBe('21.90')
      })

      it('T12: of nothing that cannot be bought, and no order is made of it', async () => {
        await setOptions({ ...usual(), MinTopUp: '5' })
        const before = (await rows()).length
        for (const [amount, code] of [
          [-1, 'topup_too_small'],
          [0, 'topup_too_small'],
          [4, 'topup_too_small'],
          [0.5, 'input_invalid'],
          ['1e3', 'input_invalid'],
          [null, 'input_invalid'],
          [1e15, 'topup_too_large'],
          [2_000_001, 'topup_too_large'],
          [1e308, 'input_invalid'],
        ] as const) {
          expect([amount, (await price(amount)).code, (await pay(amount)).code]).toEqual([amount, code, code])
        }
        expect((await price(4)).message).toBe('The minimum top-up is 5')
        await setOptions({ ...usual(), Price: '0.001' })
        expect([(await price(1)).code, (await pay(1)).code]).toEqual(['topup_too_cheap', 'topup_too_cheap'])
        expect((await pay(10, 'card')).code).toBe('input_invalid')
        expect(await rows()).toHaveLength(before)
      })

      it('only once payment has been configured', async () => {
        for (const key of ['PayAddress', 'EpayId', 'EpayKey']) {
          await setOptions({ ...usual(), [key]: '' })
          expect([(await price(1)).code, (await pay(1)).code]).toEqual(['topup_off', 'topup_off'])
        }
        await setOptions({ ...usual(), ServerAddress: '' })
        expect((await price(1)).success).toBe(true)
        expect((await pay(1)).code).toBe('topup_address_missing')
      })
    })

    describe('takes an order', () => {
      it('as a form that the payment provider believes', async () => {
        await setOptions({ ...usual(), CustomCallbackAddress: 'https://callback.example/' })
        const answer = await pay(10, 'wx')
        const { out_trade_no, sign, ...fields } = answer.data
        expect(out_trade_no).toMatch(new RegExp(`^USR${user.userId}NO[0-9A-Za-z]{6}\\d{10}$`))
        expect(fields).toEqual({
          pid: epay.pid,
          type: 'wxpay',
          notify_url: `https://callback.example${noticePath}`,
          return_url: `${gateway().url}/log`,
          name: 'TUC10',
          money: '73.00',
          device: 'pc',
          sign_type: 'MD5',
        })
        expect(sign).toBe(signature(answer.data, epay.key))
        const { url, message } = JSON.parse(answer.text)
        expect([url, message]).toEqual([`${epay.url}/submit.php`, 'success'])
        const [row] = await rows()
        expect(row).toMatchObject({
          user_id: user.userId,
          trade_no: out_trade_no,
          amount: 10,
          money_cents: 7300,
          quota: 5_000_000,
          payment_method: 'wx',
          status: 'pending',
        })
        expect((await pay(1, 'zfb')).data.type).toBe('alipay')
      })

      it('that is paid at the provider and credited when he tells of it', async () => {
        const { domain } = gateway().plane
        const before = await quotaOf()
        const { data } = await pay(3)
        const form = { method: 'POST', body: new URLSearchParams(data) }
        const page = await (await fetch(`${epay.url}/submit.php`, form)).text()
        const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
        const paid = await fetch(epay.url + action, { method: 'POST', redirect: 'manual' })
        expect(paid.headers.get('location')).toContain(`${gateway().url}/log?`)
        expect([await quotaOf(), await domain.ledger.balance(user.userId)]).toEqual([
          before + 1_500_000,
          before + 1_500_000,
        ])
        const [row] = await rows()
        expect(row).toMatchObject({ status: 'success', provider_trade_no: expect.stringMatching(/^20261121/) })
        const { items } = (await user.get('/api/log/self/?type=1')).data
        expect(items[0]).toMatchObject({ quota: 1_500_000, content: 'Topped up online, paid 21.90 yuan' })
      })

      it('whose worth is the one of when it was made', async () => {
        const before = await quotaOf()
        const made = await order(2)
        await setOptions({ Price: '100', TopupGroupRatio: '{"default":3}', DisplayInCurrencyEnabled: 'false' })
        expect(await tell(epay.notice(made))).toEqual([200, 'success'])
        expect(await quotaOf()).toBe(before + 1_000_000)
      })
    })

    describe('believes a notice', () => {
      it('T09: only with the right signature', async () => {
        const before = await quotaOf()
        const made = await order()
        const notice = epay.notice(made)
        const { sign = '', ...unsigned } = notice
        for (const wrong of [
          unsigned,
          { ...notice, sign: '' },
          { ...notice, sign: sign.toUpperCase() },
          { ...notice, sign: signature(unsigned, '') },
          { ...notice, sign: signature(unsigned, 'another key') },
          { ...notice, money: '7.31' },
          { ...notice, more: 'x' },
        ]) {
          expect(await tell(wrong)).toEqual([200, 'fail'])
        }
        await setOptions({ EpayKey: '' })
        expect(await tell({ ...notice, sign: signature(unsigned, '') })).toEqual([200, 'fail'])
        await setOptions(usual())
        expect(await quotaOf()).toBe(before)
        expect((await rows())[0]?.status).toBe('pending')
        expect(await tell(notice)).toEqual([200, 'success'])
      })

      it('T10 I12: 100 times at once, and credits once', async () => {
        const before = await quotaOf()
        const notice = epay.notice(await order(4))
        const answers = await Promise.all(Array.from({ length: 100 }, () => tell(notice)))
        expect(answers.filter(([, text]) => text !== 'success')).toEqual([])
        expect(await quotaOf()).toBe(before + 2_000_000)
        expect(await tell(notice)).toEqual([200, 'success'])
        expect(await quotaOf()).toBe(before + 2_000_000)
        const { items } = (await user.get('/api/log/self/?type=1&page_size=100')).data
        expect(items.filter(({ quota }: { quota: number }) => quota === 2_000_000)).toHaveLength(1)
      })

      it('T11: only when everything in it fits the order, and writes down what does not', async () => {
        const before = await quotaOf()
        const made = await order()
        const others = { ...made, out_trade_no: 'USR1NOAAAAAA1700000000' }
        for (const [notice, reason] of [
          [epay.notice(made, { money: '0.01' }), '0.01 instead of 7.30'],
          [epay.notice(made, { money: '7.300' }), 'no amount instead of 7.30'],
          [epay.notice(made, { pid: '1002' }), 'another merchant'],
          [epay.notice(made, { type: 'wxpay' }), 'another payment method'],
          [epay.notice(others), 'unknown order'],
        ] as const) {
          expect(await tell(notice)).toEqual([200, 'fail'])
          const [newest] = await systemRows()
          expect(newest).toBe(`Payment notice refused: ${reason} (order ${notice.out_trade_no})`)
        }
        const { items } = (await root.get('/api/log/?type=4&page_size=5')).data
        expect(items.map(({ other }: { other: string }) => JSON.parse(other).happened.values).reverse()).toMatchObject([
          { reason: 'amount_other', paid: '0.01', due: '7.30', order: made.out_trade_no },
          { reason: 'amount_missing', due: '7.30' },
          ...[{ reason: 'merchant_other' }, { reason: 'method_other' }, { reason: 'order_unknown' }],
        ])
        expect(await quotaOf()).toBe(before)
        expect(await tell(epay.notice(made, { money: '7.3' }))).toEqual([200, 'success'])
        expect(await quotaOf()).toBe(before + 500_000)
      })

      it('of a payment that did not succeed, without crediting anything', async () => {
        const before = await quotaOf()
        const made = await order()
        expect(await tell(epay.notice(made, { trade_status: 'WAIT_BUYER_PAY' }))).toEqual([200, 'success'])
        expect(await quotaOf()).toBe(before)
        expect((await rows())[0]?.status).toBe('pending')
      })

      it('no longer when the order is a day old', async () => {
        const before = await quotaOf()
        const made = await order()
        const { database } = gateway().plane
        await database.query
          .updateTable('top_ups')
          .set((eb) => ({ created_at: eb('created_at', '-', 86_400) }))
          .where('trade_no', '=', made.out_trade_no ?? '')
          .execute()
        expect(await tell(epay.notice(made))).toEqual([200, 'fail'])
        expect((await systemRows())[0]).toContain('the order has expired')
        expect(await quotaOf()).toBe(before)
      })

      it('as a form too, and answers nothing else than its two words, whatever is sent', async () => {
        const before = await quotaOf()
        const made = await order()
        const body = String(new URLSearchParams(epay.notice(made)))
        const visitor = gateway().visitor()
        const post = async (rawBody: string, type = 'application/x-www-form-urlencoded') => {
          const { text } = await visitor.send('POST', noticePath, { rawBody, headers: { 'content-type': type } })
          return text
        }
        expect(await post(`${body}&money=0.01`)).toBe('fail')
        expect(await post('{"money":1}', 'application/json')).toBe('fail')
        expect(await post('x='.padEnd(20_000, 'x'))).toBe('fail')
        expect((await visitor.get(`${noticePath}?${body}&money=0.01`)).text).toBe('fail')
        expect((await visitor.get(noticePath)).text).toBe('fail')
        expect(await quotaOf()).toBe(before)
        expect(await post(body)).toBe('success')
        expect((await visitor.get(`${noticePath}/?${body}`)).text).toBe('success')
        expect(await quotaOf()).toBe(before + 500_000)
      })
    })
  })
})
