import { describe, expect, it } from 'vitest'
import { countSteps } from '#testing/counted-steps.ts'
import { estimateTokens, vocabularyOf } from './estimate.ts'
import { estimatePicture, estimatePictureAt } from './picture-estimate.ts'
import { pictureSizeOfBase64 } from './picture-size.ts'

describe('estimating the tokens of a text', () => {
  it.each([
    ['', 0],
    ['word', 2],
    ['two words', 3],
    ['2026', 2],
    ['a1b2', 6],
    ['中文字', 3],
    ['こんにちは', 5],
    ['한국어', 3],
    ['naïve', 3],
    ['a/b?c=d', 8],
    ['me@home', 5],
    ['😀', 3],
    ['∑', 3],
    ['☀', 3],
    ['“quoted”', 2],
    ['line\nline', 3],
  ])('%j is about %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens)
  })

  it('comes near to what tokenizers make of prose, and stays above', () => {
    const prose =
      'It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife. '
    // 28 tokens by o200k_base.
    expect(estimateTokens(prose.repeat(20)) / 560).toBeGreaterThan(1)
    expect(estimateTokens(prose.repeat(20)) / 560).toBeLessThan(1.5)
  })

  it('weighs by the vocabulary of the model', () => {
    expect(vocabularyOf('claude-sonnet-5')).toBe('anthropic')
    expect(vocabularyOf('models/gemini-3-pro')).toBe('gemini')
    expect(vocabularyOf('gpt-5')).toBe('openai')
    const text = '在每一个模型 before 2026.'
    expect(estimateTokens(text, 'anthropic')).toBeGreaterThan(estimateTokens(text, 'openai'))
    expect(estimateTokens('你好'.repeat(50), 'gemini')).toBeLessThan(estimateTokens('你好'.repeat(50), 'openai'))
  })

  it('does not take a long run of letters or digits for one word', () => {
    expect(estimateTokens('a'.repeat(6000))).toBeGreaterThanOrEqual(1000)
    expect(estimateTokens('1'.repeat(6000))).toBeGreaterThanOrEqual(1000)
    expect(estimateTokens('a'.repeat(600_000))).toBeGreaterThanOrEqual(100_000)
  })

  it('judges a long text by samples', () => {
    const page = 'Some words, 42 of them; and a line.\n'.repeat(400)
    const book = page.repeat(50)
    expect(estimateTokens(book) / (estimateTokens(page) * 50)).toBeCloseTo(1, 1)
  })

  it('takes halves of characters as they come', () => {
    expect(estimateTokens('\ud83d')).toBeGreaterThan(0)
    expect(estimateTokens('中'.repeat(20_000))).toBeGreaterThan(15_000)
  })
})

const base64 = (bytes: readonly number[]) => Buffer.from(bytes).toString('base64')
const text = (value: string) => [...Buffer.from(value, 'latin1')]
const png = [
  0x89,
  0x50,
  0x4e,
  0x47,
  13,
  10,
  26,
  10,
  0,
  0,
  0,
  13,
  ...text('IHDR'),
  0,
  0,
  4,
  0,
  0,
  0,
  3,
  0,
  8,
  6,
  0,
  0,
  0,
  0,
]
const gif = [...text('GIF89a'), 0x40, 0x01, 0xf0, 0x00, ...Array(20).fill(0)]
const lossy = [...text('RIFF'), 0, 0, 0, 0, ...text('WEBPVP8 '), ...Array(10).fill(0), 0x40, 0x01, 0xf0, 0x00]
const lossless = [
  ...text('RIFF'),
  0,
  0,
  0,
  0,
  ...text('WEBPVP8L'),
  0,
  0,
  0,
  0,
  0x2f,
  0x3f,
  0xc1,
  0x3b,
  0x00,
  ...Array(8).fill(0),
]
const extended = [...text('RIFF'), 0, 0, 0, 0, ...text('WEBPVP8X'), 0, 0, 0, 0, 0, 0, 0, 0, 0x3f, 0x01, 0, 0xef, 0, 0]
const frame = [0xff, 0xc2, 0, 11, 8, 0x03, 0x00, 0x04, 0x00, 1, 1, 0x11, 0]
const jpeg = (...segments: readonly number[][]) => [0xff, 0xd8, ...segments.flat(), ...frame]
const segment = (marker: number, length: number) => [
  0xff,
  marker,
  length >> 8,
  length & 0xff,
  ...Array(length - 2).fill(0x55),
]

describe('reading the size of a picture', () => {
  it.each([
    ['PNG', png, { width: 1024, height: 768 }],
    ['GIF', gif, { width: 320, height: 240 }],
    ['WebP with loss', lossy, { width: 320, height: 240 }],
    ['WebP without loss', lossless, { width: 320, height: 240 }],
    ['WebP with more', extended, { width: 320, height: 240 }],
    ['JPEG', jpeg(), { width: 1024, height: 768 }],
    [
      'JPEG with notes',
      jpeg(segment(0xe1, 60_000), segment(0xe2, 65_000), [0xff], segment(0xc4, 31)),
      { width: 1024, height: 768 },
    ],
  ])('reads a %s', (_name, bytes, size) => {
    expect(pictureSizeOfBase64(base64(bytes))).toEqual(size)
  })

  it.each([
    ['nothing', []],
    ['a text', text('hello, this is no picture at all, but words')],
    ['a PNG without size', [...png.slice(0, 16), ...Array(14).fill(0)]],
    ['a cut PNG', png.slice(0, 12)],
    ['a cut JPEG', jpeg(segment(0xe1, 60_000)).slice(0, 500)],
    ['a JPEG of segments without end', jpeg(...Array.from({ length: 400 }, () => segment(0xe1, 4)))],
    ['a JPEG that stands still', [0xff, 0xd8, 0xff, 0xe0, 0, 0, ...Array(30).fill(0)]],
  ])('finds none in %s', (_name, bytes) => {
    expect(pictureSizeOfBase64(base64(bytes))).toBeUndefined()
  })

  it('T61: looks for none in boxes that lie in each other without end', async () => {
    const depth = 100_000
    const boxes = Buffer.alloc(24 + depth * 8)
    boxes.write('\0\0\0\x18ftypheic', 'latin1')
    for (let box = 0; box < depth; box += 1) {
      boxes.writeUInt32BE(boxes.length - 24 - box * 8, 24 + box * 8)
      boxes.write('meta', 28 + box * 8)
    }
    const picture = boxes.toString('base64')
    const module = new URL('./picture-size.ts', import.meta.url)
    type Module = typeof import('./picture-size.ts')
    const { result, steps } = await countSteps(module, picture, ({ pictureSizeOfBase64 }: Module, given) =>
      pictureSizeOfBase64(given),
    )
    expect(result).toBeUndefined()
    expect(steps).toBeLessThan(10_000)
  })

  it('T61: is not slowed down by what a picture claims to be', () => {
    const huge = [...png]
    huge.splice(16, 8, 0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff)
    const size = pictureSizeOfBase64(base64(huge))
    expect(size).toEqual({ width: 0x7fffffff, height: 0x7fffffff })
    for (const model of ['gpt-4o', 'gpt-5-mini', 'claude-opus-5', 'gemini-3-pro', 'other']) {
      expect(estimatePicture(model, size)).toBeLessThan(20_000)
    }
  })
})

describe('estimating the tokens of a picture', () => {
  const size = (width: number, height: number) => ({ width, height })

  it.each([
    ['gpt-4o', size(1024, 1024), undefined, 765],
    ['gpt-4o', size(2048, 4096), undefined, 1105],
    ['gpt-4o', size(4096, 8192), 'low', 85],
    ['gpt-4o', size(100, 100), 'high', 255],
    ['gpt-4o-mini', size(1024, 1024), undefined, 25_501],
    ['gpt-5', size(1024, 1024), undefined, 630],
    ['o3', size(1024, 1024), undefined, 675],
    ['gpt-4.1-mini', size(1024, 1024), undefined, Math.ceil(1024 * 1.62)],
    ['o4-mini', size(1800, 2400), undefined, Math.ceil(1452 * 1.72)],
    ['gpt-5-nano', size(10_000, 10), undefined, Math.ceil(313 * 2.46)],
    ['claude-sonnet-5', size(1000, 750), undefined, 1000],
    ['claude-sonnet-5', size(4000, 4000), undefined, 1600],
    ['gemini-3-flash', size(300, 300), undefined, 258],
    ['gemini-3-flash', size(1000, 1000), undefined, 4 * 258],
    ['glm-4v-plus', size(1000, 1000), undefined, 1047],
    ['any-other', size(1000, 1000), undefined, 1200],
  ])('%s counts %j (%s) as %i', (model, picture, detail, tokens) => {
    expect(estimatePicture(model, picture, detail)).toBe(tokens)
  })

  it('takes a picture of unknown size for a usual one', () => {
    expect(estimatePictureAt('gpt-4o', 'https://example.com/a.png')).toBe(765)
    expect(estimatePictureAt('gpt-4o', `data:image/png;base64,${base64(png)}`)).toBe(765)
    expect(estimatePictureAt('gpt-4o', 'data:image/png;base64,AAAA', 'low')).toBe(85)
  })
})
