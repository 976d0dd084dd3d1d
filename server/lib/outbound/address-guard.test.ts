import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import {
  type AddressPolicy,
  AddressRefused,
  checkUrl,
  createGuardedLookup,
  createSystemResolver,
  isAddressAllowed,
  type Resolver,
} from './address-guard.ts'

const user: AddressPolicy = { givenBy: 'user' }
const operator: AddressPolicy = { givenBy: 'operator', privateNetworks: true }
const strictOperator: AddressPolicy = { givenBy: 'operator', privateNetworks: false }

const refusal = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

describe('addresses users give', () => {
  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '１２７.０.０.１',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '192.0.0.8',
    '192.0.2.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '[fd00::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[2001::1]',
    '[2002:7f00:1::]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[100::1]',
    'metadata.google.internal',
    'metadata.google.internal.',
    'METADATA.google.internal',
  ])('T32: %s is refused, in whatever spelling', (host) => {
    const error = refusal(() => checkUrl(`http://${host}/latest`, user))
    expect(error).toBeInstanceOf(AddressRefused)
    expect(error).toHaveProperty('message', 'The address is not allowed')
  })

  it.each([
    '1.1.1.1',
    '[2606:4700::1111]',
    'example.com',
    'example.com.',
    'bücher.example',
    '172.32.0.1',
    '100.128.0.1',
  ])('T32: %s is allowed', (host) => {
    expect(checkUrl(`https://${host}/a?b=c`, user)).toBeInstanceOf(URL)
  })

  it.each([
    'http://example.com/#@evil.example',
    'http://user@example.com/',
    'http://user:password@example.com/',
    'http://@example.com/',
    'http://:@example.com/',
    'http://example.com\\@127.0.0.1/',
    'http:\\\\example.com/',
    'http://example.com/\r\nHost: evil',
    'http://exa\tmple.com/',
    ' http://example.com/',
    'http://example.com/ ',
    'http://example.com/\u0000',
    'http://example.com/\u0085',
    'http:example.com',
    'http:/example.com',
    'http:///example.com',
    '//example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,hello',
    'ftp://example.com/',
    'javascript:alert(1)',
    'http://example.com:22/',
    'http://example.com:25/',
    'http://example.com:6379/',
    'http://example.com:5432/',
    'http://example.com:11211/',
    'http://example.com:65536/',
    'http://exa mple.com/',
    'http://%31%32%37.0.0.1/',
    'http://[::1/',
    `http://example.com/${'a'.repeat(9000)}`,
    '',
  ])('T34: %j is refused', (text) => {
    expect(refusal(() => checkUrl(text, user))).toBeInstanceOf(AddressRefused)
  })

  it.each(['http://example.com:8080/', 'https://example.com:8443/', 'HTTPS://EXAMPLE.com/', 'http://example.com/@a'])(
    'T34: %j is allowed',
    (text) => {
      expect(checkUrl(text, user)).toBeInstanceOf(URL)
    },
  )
})

describe('addresses operators give', () => {
  it.each([
    '127.0.0.1',
    '10.0.0.8',
    '192.168.1.2',
    '172.17.0.1',
    '100.64.0.1',
    '::1',
    'fd12::1',
    '198.18.0.5',
    '8.8.8.8',
  ])('%s is reached only where private networks are allowed', (address) => {
    expect(isAddressAllowed(address, operator)).toBe(true)
    expect(isAddressAllowed(address, strictOperator)).toBe(address === '8.8.8.8')
  })

  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '::a9fe:a9fe',
    '2002:a9fe:a9fe::',
    '0.0.0.0',
    '::',
    '255.255.255.255',
    'not an address',
    '127.1',
  ])('T32: %s is never reached', (address) => {
    expect(isAddressAllowed(address, operator)).toBe(false)
    expect(isAddressAllowed(address, strictOperator)).toBe(false)
    expect(isAddressAllowed(address, user)).toBe(false)
  })

  it('T32: names of metadata services, credentials and fragments are refused to operators too; any port is theirs', () => {
    for (const text of [
      'http://metadata.google.internal/',
      'http://a:b@upstream.example/',
      'http://upstream.example/#a',
    ]) {
      expect(refusal(() => checkUrl(text, operator))).toBeInstanceOf(AddressRefused)
    }
    expect(checkUrl('http://192.168.1.2:6379/v1', operator).host).toBe('192.168.1.2:6379')
  })
})

describe('names', () => {
  const resolver = (...answers: LookupAddress[][]): Resolver & { asked: () => number } => {
    let asked = 0
    const resolve: Resolver = (_hostname, _options, callback) => callback(null, answers[asked++] ?? [])
    return Object.assign(resolve, { asked: () => asked })
  }
  const ask = (policy: AddressPolicy, resolve: Resolver, all = true) =>
    new Promise<unknown>((settle) => {
      createGuardedLookup(policy, resolve)('name.example', { all }, (error, found) => settle(error ?? found))
    })
  const open = { address: '93.184.216.34', family: 4 }
  const closed = { address: '127.0.0.1', family: 4 }

  it('T33: the connection gets exactly the addresses that were checked, asked for once', async () => {
    const rebinding = resolver([open], [closed])
    expect(await ask(user, rebinding)).toEqual([open])
    expect(rebinding.asked()).toBe(1)
    expect(await ask(user, resolver([open]), false)).toBe(open.address)
  })

  it('T33: a name that answers differently the next time is refused the next time', async () => {
    const rebinding = resolver([open], [closed])
    expect(await ask(user, rebinding)).toEqual([open])
    expect(await ask(user, rebinding)).toBeInstanceOf(AddressRefused)
  })

  it('T33: one bad address among good ones refuses the name', async () => {
    expect(await ask(user, resolver([open, closed]))).toBeInstanceOf(AddressRefused)
    expect(await ask(operator, resolver([open, closed]))).toEqual([open, closed])
    expect(await ask(operator, resolver([open, { address: '169.254.169.254', family: 4 }]))).toBeInstanceOf(
      AddressRefused,
    )
  })

  it('T32: a name that does not exist looks to a user like a refused one, to an operator like what it is', async () => {
    const missing = new Error('getaddrinfo ENOTFOUND')
    const resolve: Resolver = (_hostname, _options, callback) => callback(missing, [])
    expect(await ask(user, resolve)).toBeInstanceOf(AddressRefused)
    expect(await ask(operator, resolve)).toBe(missing)
    expect(await ask(operator, resolver([]))).toBeInstanceOf(AddressRefused)
  })

  it('T32: localhost with a trailing dot resolves to an address a user may not reach', async () => {
    expect(checkUrl('http://localhost./', user).hostname).toBe('localhost.')
    const resolve = createSystemResolver()
    const lookup = createGuardedLookup(user, resolve)
    const found = await Promise.all(
      ['localhost.', 'localhost'].map((name) => new Promise((settle) => lookup(name, { all: true }, settle))),
    )
    for (const error of found) expect(error).toBeInstanceOf(AddressRefused)
  })

  it('those who ask for the same name at the same time share the answer', async () => {
    const resolve = createSystemResolver()
    const answers = await Promise.all(
      [1, 2, 3].map(
        () => new Promise((settle) => resolve('localhost', { all: true }, (_error, found) => settle(found))),
      ),
    )
    expect(answers[1]).toBe(answers[0])
    expect(answers[2]).toBe(answers[0])
  })
})
