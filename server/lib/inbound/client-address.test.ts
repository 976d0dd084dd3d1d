import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type AddressEntry,
  addressBlock,
  createClientAddress,
  matchesAddress,
  parseAddressList,
} from './client-address.ts'

const entries = (text: string): AddressEntry[] => {
  const list = parseAddressList(text)
  if (!list.ok) throw new Error(`not an address: ${list.line}`)
  return list.entries
}

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** The address a real server sees for a request over a real socket. */
const seen = (trusted: string, forwarded?: string | string[], host = '127.0.0.1'): Promise<string> =>
  new Promise((resolve, reject) => {
    const clientAddress = createClientAddress(entries(trusted))
    const server = createServer((request: IncomingMessage, response) => {
      response.end(clientAddress(request))
    })
    closers.push(() => server.close())
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      get({ host: '127.0.0.1', port, headers, agent: false }, (response) => {
        response.setEncoding('utf8').on('data', resolve)
      }).on('error', reject)
    })
  })

describe('client address', () => {
  it('T24: X-Forwarded-For is ignored when no proxy is trusted', async () => {
    expect(await seen('', '203.0.113.7')).toBe('127.0.0.1')
    expect(await seen('10.0.0.0/8', '203.0.113.7')).toBe('127.0.0.1')
  })

  it('T52: an IPv4 client of a socket that listens on both families has its IPv4 address', async () => {
    expect(await seen('', undefined, '::')).toBe('127.0.0.1')
    expect(await seen('127.0.0.1', '203.0.113.7', '::')).toBe('203.0.113.7')
  })

  it('T52: a trusted proxy is believed about its own client only', async () => {
    expect(await seen('127.0.0.0/8', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
    expect(await seen('127.0.0.0/8', ['198.51.100.1', '203.0.113.7'])).toBe('203.0.113.7')
    expect(await seen('127.0.0.0/8 , 10.0.0.0/8', '198.51.100.1, 203.0.113.7, 10.1.1.1')).toBe('203.0.113.7')
  })

  it.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['2001:0DB8:0::7', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['unknown', '127.0.0.1'],
    ['203.0.113.7, unknown', '127.0.0.1'],
    ['203.0.113.7, 10.0.0.2, nonsense, 10.0.0.1', '10.0.0.1'],
    ['', '127.0.0.1'],
    [',,,', '127.0.0.1'],
    ['fe80::1%eth0', '127.0.0.1'],
  ])('T52: a trusted proxy forwards %j', async (forwarded, address) => {
    expect(await seen('127.0.0.1\n10.0.0.0/8', forwarded)).toBe(address)
  })
})

describe('address lists', () => {
  it('T52: lines are single addresses or ranges of either family', () => {
    const list = entries(' 203.0.113.7 \r\n\n10.0.0.0/8,\n2001:db8::/32\n::ffff:198.51.100.0/120\n')
    expect(list).toHaveLength(4)
    for (const address of ['203.0.113.7', '10.255.0.1', '2001:db8:1::1', '198.51.100.200', '::ffff:203.0.113.7']) {
      expect(matchesAddress(address, list)).toBe(true)
    }
    for (const address of ['203.0.113.8', '11.0.0.1', '2001:db9::1', '198.51.101.1', '::1', 'nonsense', '']) {
      expect(matchesAddress(address, list)).toBe(false)
    }
  })

  it.each([
    '1.2.3',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/-1',
    '1.2.3.4/8/8',
    '::1/129',
    '::ffff:1.2.3.4/64',
    '0x7f.0.0.1',
    '010.0.0.1',
    'example.com',
    'fe80::1%eth0',
    '*',
  ])('T52: the line %j is told instead of dropped', (line) => {
    expect(parseAddressList(`203.0.113.7\n${line}`)).toEqual({ ok: false, line })
    expect(parseAddressList(line)).toEqual({ ok: false, line })
  })

  it('an empty list has no entries', () => {
    expect(parseAddressList(' \n ,\n')).toEqual({ ok: true, entries: [] })
  })
})

describe('who is counted as one', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::7', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
    ['2001:DB8:1:3::', '2001:db8:1:3'],
    ['', ''],
  ])('%j is of %j', (address, block) => {
    expect(addressBlock(address)).toBe(block)
  })
})
