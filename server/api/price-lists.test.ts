import { afterAll, beforeAll, expect, it } from 'vitest'
import { longestPriceList } from '#contract/price-lists.ts'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { oneGateway, type TestClient } from '#testing/gateway.ts'

const list = { acme: { models: { 'one-large': { cost: { input: 3, output: 15, cache_read: 0.3 } }, gift: {} } } }
const told = {
  format: 'models.dev',
  offers: [{ model: 'one-large', by: 'acme', input: '3', output: '15', cacheRead: '0.3' }],
  left_out: 1,
}

let upstream: AnsweringUpstream
beforeAll(async () => {
  upstream = await startAnsweringUpstream(({ path }, response) => {
    if (path === '/moved') response.writeHead(302, { location: '/list' }).end()
    else if (path === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    else if (path === '/endless') response.writeHead(200).end(Buffer.alloc(longestPriceList + 1, ' '))
    else answerJson(response, path === '/list' ? 200 : 404, list)
  })
})
afterAll(() => upstream.close())

const read = (root: TestClient, body: unknown) => root.post('/api/price_list', body)

oneGateway((gateway) => {
  let root: TestClient
  beforeAll(async () => {
    root = await gateway().asRoot()
  })

  it('lists of prices are read from an address and from a text, and change nothing', async () => {
    const before = (await root.get('/api/option/')).text
    expect((await read(root, { address: `${upstream.url}/list` })).data).toEqual(told)
    expect((await read(root, { text: JSON.stringify(list) })).data).toEqual(told)
    expect((await root.get('/api/option/')).text).toBe(before)
  })

  it('they may be as long as the longest there are', async () => {
    const padded = JSON.stringify(list) + ' '.repeat(2 * 1024 * 1024)
    expect((await read(root, { text: padded })).data).toEqual(told)
  })

  it.each([
    ['/nothing', 'price_list_unreachable'],
    ['/moved', 'price_list_unreachable'],
    ['/endless', 'price_list_unreachable'],
    ['/page', 'price_list_unknown'],
  ])('one at %s is refused: %s', async (path, code) => {
    expect((await read(root, { address: upstream.url + path })).code).toBe(code)
  })

  it('what is no list of prices is refused', async () => {
    for (const text of ['{"a":', '[]', '{}', 'null'])
      expect((await read(root, { text })).code).toBe('price_list_unknown')
    for (const body of [{}, { text: '' }, { address: '' }, { address: 'file:///etc/passwd' }]) {
      expect((await read(root, body)).success).toBe(false)
    }
  })
})

oneGateway(
  (gateway) => {
    it('T32 T33: a list of prices leads to no address within the house unless the node may', async () => {
      const before = upstream.calls.length
      const root = await gateway().asRoot()
      for (const address of [
        `${upstream.url}/list`,
        'http://[::1]/',
        'http://169.254.169.254/',
        'http://0x7f.1/list',
      ]) {
        expect((await read(root, { address })).code).toBe('price_list_unreachable')
      }
      expect(upstream.calls).toHaveLength(before)
    })
  },
  { ALLOW_PRIVATE_UPSTREAMS: 'false' },
)
