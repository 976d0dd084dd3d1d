import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { estimateTokens } from '#protocols/counting/estimate.ts'
import { processorTime } from '#testing/timing.ts'
import { createLog } from '../../lib/log.ts'
import { createTokenCounter, type TokenCounter } from './token-counter.ts'

const log = createLog({ level: 'silent' })
const opened: TokenCounter[] = []
const open = (parts: { start?: () => Worker; patienceMs?: number } = {}): TokenCounter => {
  const counter = createTokenCounter({ log, patienceMs: 60_000, ...parts })
  opened.push(counter)
  return counter
}
afterEach(async () => {
  for (const counter of opened.splice(0)) await counter.close()
})

const line = 'The gate opens slowly, and 42 litres of water find their way through. '

describe('counting tokens', () => {
  it('cuts text as the model does, and takes marks for text', async () => {
    const counter = open()
    expect(await counter.count('hello world', 'openai')).toBe(2)
    expect(await counter.count('水流过闸门', 'openai')).toBeLessThan(8)
    expect(await counter.count('', 'openai')).toBe(0)
    expect(await counter.count('<|endoftext|>', 'openai')).toBeGreaterThan(3)
  })

  it('scales for makers whose way of cutting is not public', async () => {
    const counter = open()
    const openai = await counter.count(line.repeat(50), 'openai')
    const anthropic = await counter.count(line.repeat(50), 'anthropic')
    expect(anthropic).toBeGreaterThan(openai)
    expect(anthropic).toBeLessThan(1.4 * openai)
  })

  it('counts long texts in pieces that hardly change the sum', async () => {
    const counter = open()
    const few = await counter.count(line.repeat(10), 'openai')
    const many = await counter.count(line.repeat(800), 'openai')
    expect(Math.abs(many - 80 * few)).toBeLessThan(0.02 * many)
  })

  it('gets through runs without a break, which cost a tokenizer by the square, while others go on', async () => {
    const counter = open()
    await counter.count('ready', 'openai')
    const own = process.threadCpuUsage()
    const { result, milliseconds } = await processorTime(() => counter.count('👩‍👩‍👧‍👦'.repeat(5000), 'openai'))
    expect(result).toBeGreaterThan(10_000)
    // Most of the work is not done where calls are answered.
    expect(process.threadCpuUsage(own).user / 1000).toBeLessThan(milliseconds / 2)
  })

  it('F20: estimates what the thread takes too long for', async () => {
    const counter = open({ patienceMs: 0 })
    const text = line.repeat(900)
    expect(await counter.count(text, 'openai')).toBe(estimateTokens(text))
  })

  it('estimates what comes when too much waits already', async () => {
    const counter = open()
    const text = 'word '.repeat(1_000_000)
    const [first, second] = [counter.count(text, 'openai'), counter.count(text, 'openai')]
    expect(await Promise.race([first, second])).toBe(estimateTokens(text))
    expect(await second).toBe(estimateTokens(text))
  })

  it('F20: keeps no call waiting behind long texts that may as well be estimated', async () => {
    const counter = open()
    const text = 'word '.repeat(600_000)
    const counts = [1, 2, 3].map(() => counter.count(text, 'openai'))
    expect(await counter.countHigh(['word '.repeat(100)], 'openai')).toBeLessThan(200)
    expect(await Promise.all(counts)).toEqual(counts.map(() => estimateTokens(text)))
  })

  it('F20: estimates when its thread dies, begins another, and gives up on one that always does', async () => {
    let begun = 0
    const counter = open({
      start: () => {
        begun += 1
        return new Worker("require('node:worker_threads').parentPort.on('message', () => process.exit(1))", {
          eval: true,
        })
      },
    })
    for (let turn = 0; turn < 8; turn += 1) expect(await counter.count(line, 'openai')).toBe(estimateTokens(line))
    expect(begun).toBe(5)
  })

  it('answers everybody when it is closed', async () => {
    const counter = open()
    const answers = Promise.all(Array.from({ length: 20 }, () => counter.count(line, 'openai')))
    await counter.close()
    expect(await answers).toEqual(Array.from({ length: 20 }, () => estimateTokens(line)))
  })
})
