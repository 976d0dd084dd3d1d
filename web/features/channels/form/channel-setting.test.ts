import { expect, it } from 'vitest'
import { isProxy, readSettings, withSetting } from './channel-setting.ts'

it('reads what it knows of a setting, and nothing of a text that is no object', () => {
  expect(readSettings('')).toEqual({
    force_format: false,
    untouched: false,
    thinking_to_content: false,
    cache_marks: false,
    ignore_card: false,
    stream_support: '',
    proxy: '',
    dialect: '',
  })
  expect(readSettings('{"force_format":true,"proxy":7,"own":1}')).toMatchObject({ force_format: true, proxy: '' })
  expect(readSettings('[]')).toBeUndefined()
  expect(readSettings('{')).toBeUndefined()
})

it('changes one setting and keeps those it does not know', () => {
  expect(withSetting('{"own":1}', 'force_format', true)).toBe('{\n  "own": 1,\n  "force_format": true\n}')
  expect(withSetting('{"own":1,"proxy":"http://host"}', 'proxy', '')).toBe('{\n  "own": 1\n}')
  expect(withSetting('{"force_format":true}', 'force_format', false)).toBe('')
})

it('knows the proxies that can be used', () => {
  for (const text of ['http://host:8080', 'https://user:word@host', 'socks5://host:1080', 'socks5h://[::1]:1080/']) {
    expect(isProxy(text)).toBe(true)
  }
  for (const text of ['host:8080', 'ftp://host', 'http://', 'http://host/path', 'socks5://a b']) {
    expect(isProxy(text)).toBe(false)
  }
})
