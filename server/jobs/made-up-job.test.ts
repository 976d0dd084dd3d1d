import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import type { TestGateway } from '#testing/gateway.ts'
import type { Options } from '../domain/options.ts'
import type { Job } from './runner.ts'

/** A job that is not there: all that one would write to add it, besides its line. */
const createMadeUpJob = (seen: string[]) => {
  let fails = true
  return ({ domain }: { domain: { options: Options } }): Job => ({
    name: 'made-up',
    everySeconds: 0.02,
    run: async () => {
      seen.push(domain.options.get('SystemName'))
      if (fails) {
        fails = false
        throw new Error('a made up fault')
      }
    },
  })
}

describe('a job that is one file and one line', () => {
  eachDatabase((_engine, _open, openPlace) => {
    const seen: string[] = []
    let gateway: TestGateway
    beforeAll(async () => {
      vi.resetModules()
      // The one line.
      vi.doMock('./index.ts', async (original) => {
        const { jobs } = await original<typeof import('./index.ts')>()
        return { jobs: [...jobs, createMadeUpJob(seen)] }
      })
      const { startTestGateway } = await import('#testing/gateway.ts')
      gateway = await startTestGateway({ place: (await openPlace()).place })
    })
    afterAll(async () => {
      await gateway.close()
      vi.doUnmock('./index.ts')
      vi.resetModules()
    })

    it('runs again and again with what it asks for, after a fault too', async () => {
      await expect.poll(() => seen.length).toBeGreaterThan(2)
      expect(new Set(seen)).toEqual(new Set(['Sluice']))
      expect(gateway.logLines.filter((line) => line.includes('a job failed'))).toHaveLength(1)
    })
  })
})
