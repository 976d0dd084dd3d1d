import { expect, it } from 'vitest'
import { chatLink } from './chat-link.ts'

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
