import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

const schedule = '/proc/thread-self/sched'

/** What the system keeps of a thread that went to the background. */
const inBackground = (): Promise<{ nice: number; schedule: string }> =>
  new Promise((resolve, reject) => {
    const code = `
      import { existsSync, readFileSync } from 'node:fs'
      import { getPriority } from 'node:os'
      import { parentPort } from 'node:worker_threads'
      import { beInBackground } from ${JSON.stringify(new URL('background-thread.ts', import.meta.url).href)}
      beInBackground()
      const file = '${schedule}'
      parentPort.postMessage({ nice: getPriority(), schedule: existsSync(file) ? readFileSync(file, 'utf8') : '' })
    `
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
    worker.on('error', reject)
    worker.on('message', (message) => resolve(z.object({ nice: z.int(), schedule: z.string() }).parse(message)))
  })

/** Linux tells how long a thread may go on since that can be set. */
const tellsSlices = existsSync(schedule) && readFileSync(schedule, 'utf8').includes('se.slice')

describe.skipIf(process.platform !== 'linux')('a thread in the background', () => {
  it('has a lower priority, and no other thread has', async () => {
    const before = getPriority()
    expect((await inBackground()).nice).toBe(10)
    expect(getPriority()).toBe(before)
  })

  it.skipIf(!tellsSlices)('lets others go first as soon as they have something to do', async () => {
    expect((await inBackground()).schedule).toMatch(/^se\.slice\s*:\s*100000000$/m)
  })
})
