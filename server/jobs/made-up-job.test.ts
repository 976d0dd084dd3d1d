import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import type { TestGateway } from '#testing/gateway.ts'
import type { Options } from '../domain/options.ts'
import type { Job } from './runner.ts'

/** A job that is not there: all that one would write to add it, besides its line. */
const createMadeUpJob = (seen: string[]) => {
  let fails = 3
  return ({ domain }: { domain: { options: Options } }): Job => ({
    name: 'made-up',
    everySeconds: 0.02,
    run: async () => {
      seen.push(domain.options.get('SystemName'))
      if (fails > 0) {
        fails -= 1
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

    it('F12: runs again and again with what it asks for, after faults too, of which is said when they begin and end', async () => {
      await expect.poll(() => seen.length).toBeGreaterThan(5)
      expect(new Set(seen)).toEqual(new Set(['Sluice']))
      expect(gateway.logLines.filter((line) => line.includes('a job failed'))).toHaveLength(1)
      expect(gateway.logLines.filter((line) => line.includes('a job that failed went well'))).toHaveLength(1)
    })
  })
})
