import { describe, expect, it } from 'vitest'
import { countSteps } from '#testing/counted-steps.ts'
import { type SoundFormat, sounds } from '#testing/sounds.ts'
import { audioSeconds } from './audio-duration.ts'
import { createSoundMeter } from './sound-meter.ts'

// seam: Object.keys forgets that the names are those of formats
const formats = Object.keys(sounds) as SoundFormat[]

const measured = (bytes: Buffer, asked: unknown, size: number): number => {
  const meter = createSoundMeter(asked)
  for (let start = 0; start < bytes.length; start += size) meter.push(bytes.subarray(start, start + size))
  return meter.seconds()
}

describe('how long a sound is that passes', () => {
  it.each(formats)('is the same however the network cuts it: %s', (format) => {
    const bytes = sounds[format](7.5)
    for (const size of [1, 7, 188, 1000, 16_384, bytes.length]) {
      expect(Math.abs(measured(bytes, format, size) - 7.5)).toBeLessThan(0.2)
    }
  })

  it.each(formats)('is as much of it as came: %s', (format) => {
    const bytes = sounds[format](20)
    const half = bytes.subarray(0, bytes.length / 2)
    expect(Math.abs(measured(half, format, 1000) - 10)).toBeLessThan(1.2)
  })

  it.each(formats.filter((format) => format !== 'pcm'))(
    'is told by the sound, whatever was asked for: %s',
    (format) => {
      for (const asked of [undefined, 'pcm', 'mp3', 'nonsense', 7]) {
        const isGuess = asked === 'pcm' && (format === 'mp3' || format === 'aac')
        if (!isGuess) expect(Math.abs(measured(sounds[format](5), asked, 1000) - 5)).toBeLessThan(0.2)
      }
    },
  )

  it.each(formats)('is about the same for a recording that is there as a whole: %s', (format) => {
    if (format === 'pcm' || format === 'flac' || format === 'opus') return
    expect(Math.abs(audioSeconds(sounds[format](30)) - 30)).toBeLessThan(0.3)
  })

  it('T46: is never more than its bytes can be, nor less, whatever its head claims', () => {
    const slow = sounds.wav(1)
    slow.writeUInt32LE(1, 24)
    const fast = sounds.wav(100)
    fast.writeUInt32LE(0xffffffff, 24)
    const pages = sounds.opus(2)
    pages.writeBigInt64LE(2n ** 62n, pages.indexOf('OggS', 30) + 6)
    const backwards = sounds.opus(2)
    backwards.writeBigInt64LE(-5n, backwards.indexOf('OggS', 30) + 6)
    for (const bytes of [
      slow,
      fast,
      pages,
      backwards,
      Buffer.from('RIFF-not-really-a-sound'),
      Buffer.alloc(9000, 0xff),
    ]) {
      const seconds = measured(bytes, 'wav', 500)
      expect(seconds).toBeGreaterThanOrEqual(bytes.length / 6_144_000)
      expect(seconds).toBeLessThanOrEqual(Math.max(1, bytes.length / 75))
    }
    expect(createSoundMeter('mp3').seconds()).toBe(0)
  })

  it('a recording whose first frame claims to be thick is as long as its frames are', () => {
    const thick = Buffer.alloc(960)
    thick.set([0xff, 0xf3, 0xe4, 0xc4])
    expect(Math.abs(audioSeconds(Buffer.concat([thick, sounds.mp3(60)])) - 60)).toBeLessThan(1)
  })

  it('T61: of 25 MB takes few steps', async () => {
    const module = new URL('./sound-meter.ts', import.meta.url)
    type Module = typeof import('./sound-meter.ts')
    const files = [Buffer.alloc(25_000_000, 0xff), Buffer.alloc(25_000_000, 'OggS'), Buffer.alloc(25_000_000, 'fLaC')]
    const broken = Buffer.concat([sounds.mp3(1), Buffer.alloc(25_000_000)])
    for (const file of [...files, sounds.mp3(3000), broken]) {
      const { steps } = await countSteps(module, file, ({ createSoundMeter }: Module, bytes) => {
        const meter = createSoundMeter('mp3')
        for (let start = 0; start < bytes.length; start += 65_536) meter.push(bytes.subarray(start, start + 65_536))
      })
      // A frame of sound takes some.
      expect(steps).toBeLessThan(1_000_000)
    }
  })
})
