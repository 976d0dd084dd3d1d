import { describe, expect, it } from 'vitest'
import { countSteps } from '#testing/counted-steps.ts'
import { audioSeconds } from './audio-duration.ts'

const mebibyte = 1024 * 1024

/** The parts one behind the other: text, figures of four bytes with the highest first, or bytes. */
const bytesOf = (...parts: readonly (string | number | Buffer)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'number') return figure(part)
      return typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    }),
  )

const figure = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const reversed = (value: number): Buffer => figure(value).reverse()
const box = (name: string, content: Buffer): Buffer => bytesOf(content.length + 8, name, content)

const wave = (bytesOfSecond: number, length: number) =>
  bytesOf('RIFF', 0, 'WAVEfmt ', reversed(16), 0, 0, reversed(bytesOfSecond), 0, 'data', reversed(length))
const movie = (scale: number, length: number) =>
  bytesOf(box('ftyp', bytesOf('M4A ')), box('moov', box('mvhd', bytesOf(0, 0, 0, scale, length))))
const flac = (rate: number, samples: number) => bytesOf('fLaC', Buffer.alloc(14), rate << 12, samples, 0)
const ogg = (samples: number) => bytesOf('OggS', 0, 'OggS\0\0', reversed(samples), 0)
const matroska = (milliseconds: number) => {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(milliseconds)
  return bytesOf(0x1a45dfa3, 'D\x89\x88', duration)
}
const mpeg = (frames: number) => bytesOf('\xff\xfb\x90\0', 'Xing', 1, frames, Buffer.alloc(200))

/** As long as a file of its kind of ten seconds may be. */
const inFile = (head: Buffer): Buffer => Buffer.concat([head, Buffer.alloc(160_000)])

const module = new URL('./audio-duration.ts', import.meta.url)
type Module = typeof import('./audio-duration.ts')

describe('how long a recording is', () => {
  it.each([
    ['WAV', wave(16_000, 160_000)],
    ['M4A', movie(1000, 10_000)],
    ['FLAC', flac(44_100, 441_000)],
    ['Ogg', ogg(480_000)],
    ['WebM', matroska(10_000)],
    ['MP3 of one rate', bytesOf('\xff\xfb\x90\0')],
  ])('stands in its head: %s', (_kind, head) => {
    expect(audioSeconds(inFile(head))).toBeCloseTo(10, 1)
  })

  it.each([
    ['WAV', wave(1, 0xffffffff)],
    ['M4A', movie(1, 1_000_000_000)],
    ['FLAC', flac(1, 1_000_000_000)],
    ['Ogg', ogg(0xffffffff)],
    ['WebM', matroska(1e12)],
    ['MP3', mpeg(0xffffffff)],
  ])('T61: is not believed when a small file claims thousands of years: %s', (_kind, head) => {
    const file = inFile(head)
    expect(audioSeconds(head)).toBeLessThanOrEqual(5)
    expect(audioSeconds(file)).toBeLessThanOrEqual(file.length / 75)
  })

  it.each([
    ['WAV', wave(0xffffffff, 1)],
    ['M4A', movie(1_000_000_000, 1)],
    ['Ogg', ogg(1)],
    ['no kind', Buffer.from('something else')],
    ['a cut head', bytesOf('fLaC')],
  ])('T61: is never nothing, whatever a file claims: %s', (_kind, head) => {
    expect(audioSeconds(inFile(head))).toBeGreaterThan(0)
  })

  const depth = 100_000
  const nested = Buffer.concat([
    box('ftyp', bytesOf('M4A ')),
    ...Array.from({ length: depth }, (_, level) => bytesOf((depth - level) * 8, 'moov')),
  ])
  const beside = Buffer.concat([box('ftyp', bytesOf('M4A ')), Buffer.concat(Array(depth).fill(bytesOf(8, 'free')))])
  it.each([
    ['boxes in boxes', nested, 1000],
    ['boxes beside boxes', beside, 10_000],
    ['chunks of no length', bytesOf('RIFF', 0, 'WAVE', Buffer.alloc(25 * mebibyte)), 1000],
    ['one page and then nothing', bytesOf('OggS', Buffer.alloc(25 * mebibyte)), 100],
    ['nearly pages', bytesOf('OggS', Buffer.alloc(25 * mebibyte, 'Ogg')), 100],
    ['a tag without end', bytesOf('ID3\x04\0\0\x7f\x7f\x7f\x7f', Buffer.alloc(25 * mebibyte, 0xff)), 1_000_000],
  ])('T61: is read in few steps from %s', async (_kind, file, most) => {
    const { result, steps } = await countSteps(module, file, ({ audioSeconds }: Module, bytes) => audioSeconds(bytes))
    expect(result).toBeLessThanOrEqual(file.length / 75)
    expect(steps).toBeLessThan(most)
  })
})
