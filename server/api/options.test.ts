import { beforeAll, describe, expect, it } from 'vitest'
import { optionKeys, optionTable } from '#contract/options.ts'
import { roles } from '#contract/users.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'

describe('options over HTTP', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })
    const put = (key: string, value: unknown, client = root) => client.put('/api/option/', { key, value })

    it('a change is seen at once where it acts', async () => {
      expect((await put('Notice', 'Closed on Monday')).success).toBe(true)
      expect((await put('About', 'About us')).success).toBe(true)
      expect((await put('HomePageContent', 'https://example.com')).success).toBe(true)
      const visitor = gateway().visitor()
      expect((await visitor.get('/api/notice')).data).toBe('Closed on Monday')
      expect((await visitor.get('/api/about')).data).toBe('About us')
      expect((await visitor.get('/api/home_page_content')).data).toBe('https://example.com')
    })

    it('T48: no secret comes back, whoever asks', async () => {
      const secrets = optionKeys.filter((key) => optionTable[key].secret)
      for (const key of secrets) expect([key, (await put(key, 'very-secret-value')).success]).toEqual([key, true])
      const listed = await root.get('/api/option/')
      expect(listed.text).not.toContain('very-secret-value')
      const shown = new Map(listed.data.map(({ key, ...rest }: { key: string }) => [key, rest]))
      for (const key of secrets) expect([key, shown.get(key)]).toEqual([key, { value: '', set: true }])
      expect((await gateway().visitor().get('/api/status')).text).not.toContain('very-secret-value')
    })

    it('T58: what is not valid changes nothing', async () => {
      const before = (await root.get('/api/option/')).text
      for (const [key, value] of [
        ['ModelRatio', '{"a":'],
        ['ModelRatio', '{"a":-1}'],
        ['GroupRatio', '[1]'],
        ['RetryTimes', 'NaN'],
        ['Unknown', 'x'],
      ]) {
        expect([key, (await put(key ?? '', value)).success]).toEqual([key, false])
      }
      const wrongType = await put('Notice', 5)
      expect([wrongType.status, wrongType.success]).toEqual([400, false])
      expect((await put('Notice', 'x'.repeat(2 * 1024 * 1024))).status).toBe(413)
      expect((await root.get('/api/option/')).text).toBe(before)
    })

    it('T16: what is the super admin’s alone is refused to administrators', async () => {
      const admin = await gateway().asUser('helper', roles.admin)
      expect((await put('TopUpLink', 'https://example.com', admin)).code).toBe('option_root_only')
      expect((await put('TopUpLink', 'https://example.com')).success).toBe(true)
    })

    it('puts the model ratios back', async () => {
      await put('ModelRatio', '{"mine":1}')
      expect((await root.post('/api/option/rest_model_ratio')).success).toBe(true)
      expect(gateway().plane.domain.options.get('ModelRatio')).toEqual(optionTable.ModelRatio.default)
    })
  })
})
