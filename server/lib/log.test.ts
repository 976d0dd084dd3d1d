import { expect, it } from 'vitest'
import { createLog, type LogFields, type LogLevel } from './log.ts'

const logged = (fields: LogFields, level: LogLevel = 'debug') => {
  const lines: string[] = []
  createLog({ level, write: (line) => lines.push(line), now: () => 0 }).info('said', fields)
  return lines.map((line) => JSON.parse(line))
}

it('writes one JSON object a line', () => {
  const lines: string[] = []
  createLog({ level: 'info', write: (line) => lines.push(line), now: () => 0 }).warn('two\nlines', { count: 1 })
  expect(lines).toEqual(['{"time":"1970-01-01T00:00:00.000Z","level":"warn","message":"two\\nlines","count":1}\n'])
})

it('writes nothing below its level', () => {
  expect(logged({}, 'warn')).toEqual([])
  expect(logged({}, 'silent')).toEqual([])
  expect(logged({}, 'info')).toHaveLength(1)
})

it('leaves out what is secret, however deep and however it is written', () => {
  const [line] = logged({
    authorization: 'Bearer sk-1',
    headers: { 'X-API-Key': 'sk-2', Cookie: 'session=3', host: 'here' },
    channels: [{ key: 'sk-4', name: 'one' }],
    password: 'p5',
    query: { sign: 's6', access_token: 't7', client_secret: 'c8', page: 1 },
    tokens: 12,
  })
  expect(line).toMatchObject({ headers: { host: 'here' }, channels: [{ name: 'one' }], query: { page: 1 }, tokens: 12 })
  expect(JSON.stringify(line)).not.toMatch(/sk-|session=|p5|s6|t7|c8/)
})

it('I7: tells of an error its name, code, message, causes and place, but no stack and no path of the machine', () => {
  const cause = Object.assign(new Error('disk full'), { code: 'ENOSPC' })
  const [line] = logged({ error: new TypeError('not saved', { cause }) })
  expect(line.error).toMatchObject({
    name: 'TypeError',
    message: 'not saved',
    cause: { name: 'Error', code: 'ENOSPC', message: 'disk full' },
  })
  expect(line.error.place).toMatch(/^server\/lib\/log\.test\.ts:\d+:\d+$/)
  expect(JSON.stringify(line)).not.toContain(process.cwd())
})

it('writes whatever it is given', () => {
  const circle: LogFields = {}
  circle.self = circle
  const [line] = logged({ circle, big: 2n ** 70n, nothing: undefined, when: new Date(0), list: [1, [2]] })
  expect(line).toMatchObject({ big: '1180591620717411303424', when: '1970-01-01T00:00:00.000Z', list: [1, [2]] })
})
