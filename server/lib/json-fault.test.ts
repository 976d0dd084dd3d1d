import { describe, expect, it } from 'vitest'
import { findJsonFault } from './json-fault.ts'
import { parseJson } from './json-limits.ts'

const faultOf = (text: string | Buffer) => {
  const { reason, line, column } = findJsonFault(Buffer.from(text)) ?? {}
  return line === undefined ? reason : `${reason} ${line}:${column}`
}

describe('what is wrong with a text that is no JSON', () => {
  it.each([
    ['', 'body_empty'],
    [' \n', 'body_empty'],
    ['model=plain&stream=true', 'body_form'],
    ['--abc\r\ncontent-disposition: form-data', 'body_form'],
    ['{"a":1,}', 'json_comma 1:7'],
    ['{"a":[1,2,\n ]}', 'json_comma 1:10'],
    ["{'a':1}", 'json_unquoted 1:2'],
    ['{"a":“b”}', 'json_unquoted 1:6'],
    ['{a:1}', 'json_unquoted 1:2'],
    ['{"a":plain}', 'json_unquoted 1:6'],
    ['{"a":\n True}', 'json_word 2:2'],
    ['{"a":None}', 'json_word 1:6'],
    ['{"a":[NaN]}', 'json_word 1:7'],
    ['{"a":"one\ntwo"}', 'json_control 1:10'],
    ['{"a":"it\\\'s"}', 'json_escape 1:9'],
    ['{"a":"C:\\temp\\x"}', 'json_escape 1:14'],
    ['{"a":"b', 'json_cut'],
    ['{"a":"b\\', 'json_cut'],
    ['{"a":"b\\u00', 'json_cut'],
    ['{"a":{"b":[1,', 'json_cut'],
    ['{"a":1', 'json_cut'],
    ['{"a" 1}', 'json_place 1:6'],
    ['{"a":1 "b":2}', 'json_place 1:8'],
    ['{"a":1}}', 'json_place 1:8'],
    ['{"a":01}', 'json_place 1:6'],
    ['{"a":1] ', 'json_place 1:7'],
    ['// words\n{"a":1}', 'json_place 1:1'],
    ['<html>', 'json_place 1:1'],
  ])('%j is %s', (text, fault) => {
    expect(faultOf(text)).toBe(fault)
  })

  it('is told of other letters than those of UTF-8 too', () => {
    expect(faultOf(Buffer.from('{"a":"é"}', 'latin1'))).toBe('body_not_utf8')
    expect(faultOf(Buffer.from('{"a":1}', 'utf16le'))).toBe('json_place 1:2')
  })

  it('is found in every text that is cut or changed anywhere, and nothing in one that is sound', () => {
    const sound = '{"a":[1,-2.5e3,true,null,"x\\n\\u00e9"],"b":{"c":{},"d":[]},"e":"ü"}'
    expect(faultOf(sound)).toBeUndefined()
    for (let at = 0; at < sound.length; at += 1) {
      expect(faultOf(sound.slice(0, at)), sound.slice(0, at)).toMatch(
        /json_cut|body_empty|json_(?:unquoted|word|place)/,
      )
      for (const sign of ['', ',', '"', '}', ']', ':', "'", '\n', 'x', '\\']) {
        const changed = sound.slice(0, at) + sign + sound.slice(at + 1)
        const isSound = parseJson(Buffer.from(changed)).ok
        expect(faultOf(changed) === undefined, changed).toBe(isSound)
      }
    }
  })

  it('is looked for only as far as no other call has to wait for it', () => {
    for (const piece of ['1,', '{"":', '[', '"\\n",']) {
      expect(faultOf(`[${piece.repeat(1000)}`), piece).toBe('json_cut')
      expect(faultOf(`[${piece.repeat(400_000)}`), piece).toBeUndefined()
    }
    expect(faultOf('x'.repeat(5 * 1024 * 1024))).toBeUndefined()
  })
})
