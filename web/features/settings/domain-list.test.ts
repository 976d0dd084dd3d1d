import { describe, expect, it } from 'vitest'
import { addDomains, readDomains, writeDomains } from './domain-list.ts'

describe('the list of email domains', () => {
  it('takes a domain, in small letters', () => {
    expect(addDomains(['gmail.com'], ' Corp.Example.ORG ')).toEqual({
      ok: true,
      domains: ['gmail.com', 'corp.example.org'],
    })
  })

  it('takes several at once', () => {
    expect(addDomains([], 'a.example, b.example\nc.example')).toEqual({
      ok: true,
      domains: ['a.example', 'b.example', 'c.example'],
    })
  })

  it.each(['', 'nonsense', '@gmail.com', 'user@gmail.com', 'https://gmail.com', '-a.example', 'a..example'])(
    'refuses %j, which is no domain',
    (typed) => {
      expect(addDomains([], typed)).toEqual({ ok: false, fault: 'format' })
    },
  )

  it('refuses a domain that is there already', () => {
    expect(addDomains(['gmail.com'], 'GMAIL.com')).toEqual({ ok: false, fault: 'repeated' })
    expect(addDomains([], 'a.example,a.example')).toEqual({ ok: false, fault: 'repeated' })
  })

  it('is kept with commas between them', () => {
    expect(readDomains('')).toEqual([])
    expect(readDomains(writeDomains(['a.example', 'b.example']))).toEqual(['a.example', 'b.example'])
  })
})
