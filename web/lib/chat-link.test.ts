import { expect, it } from 'vitest'
import { applicationLinks, chatLink, filledLink, wantsKey } from './chat-link.ts'

const facts = { key: 'sk-abc', server: 'https://gate.example:3000' }
const link = (...chats: Record<string, string>[]) => chatLink(chats, 0, facts)

it('puts the key and the address of this server into the link', () => {
  expect(link({ Next: 'https://app.example/#/?settings={"key":"{key}","url":"{address}"}' })).toEqual({
    ok: true,
    address: 'https://app.example/#/?settings={"key":"sk-abc","url":"https%3A%2F%2Fgate.example%3A3000"}',
    isPage: true,
  })
  expect(link({ App: 'app://open?key={key}' })).toMatchObject({
    ok: true,
    address: 'app://open?key=sk-abc',
    isPage: false,
  })
})

it('knows which chat is meant by its place in the list', () => {
  const chats = [{ One: 'https://one.example' }, { Two: 'https://two.example/{key}' }]
  expect(chatLink(chats, 1, facts)).toMatchObject({ address: 'https://two.example/sk-abc' })
  for (const place of [2, -1, 0.5, Number.NaN]) {
    expect(chatLink(chats, place, facts)).toEqual({ ok: false, fault: 'linkWrong' })
  }
})

it('says what is wrong with the chats of an operator', () => {
  expect(link()).toEqual({ ok: false, fault: 'chatsUnset' })
  expect(link({})).toEqual({ ok: false, fault: 'chatUnread' })
  expect(link({ One: 'https://one.example', Two: 'https://two.example' })).toEqual({ ok: false, fault: 'chatUnread' })
  for (const address of ['nonsense', '{key}', 'javascript:alert("{key}")', 'data:text/html,{key}']) {
    expect([address, link({ One: address })]).toEqual([address, { ok: false, fault: 'linkWrong' }])
  }
})

it('opens applications with what each of them wants', () => {
  const server = 'https%3A%2F%2Fgate.example%3A3000'
  const links = applicationLinks.map(({ template }) => filledLink(template, facts))
  expect(links).toMatchObject([
    { ok: true, isPage: false },
    {
      address: `ccswitch://v1/import?resource=provider&app=claude&name=${server}&homepage=${server}&endpoint=${server}&apiKey=sk-abc`,
    },
    { address: 'opencat://team/join?domain=https%3A%2F%2Fgate.example%3A3000&token=sk-abc' },
    { address: 'ama://set-api-key?server=https%3A%2F%2Fgate.example%3A3000&key=sk-abc' },
  ])
  const [, data = ''] = /data=(.+)$/.exec(links[0]?.ok ? links[0].address : '') ?? []
  expect(JSON.parse(atob(decodeURIComponent(data)))).toEqual({ id: 'new-api', baseUrl: facts.server, apiKey: 'sk-abc' })
})

it('knows which chats nobody can open without a key', () => {
  const chats = [
    { One: 'https://one.example' },
    { Two: 'https://two.example/{key}' },
    { App: 'app://x?{cherryConfig}' },
  ]
  expect([0, 1, 2, 3].map((place) => wantsKey(chats, place))).toEqual([false, true, true, false])
})
