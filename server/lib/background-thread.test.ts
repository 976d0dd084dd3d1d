import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'

/** The priority that the system keeps of a thread that went to the background. */
const inBackground = (): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const code = `
      import { getPriority } from 'node:os'
      import { parentPort } from 'node:worker_threads'
      import { beInBackground } from ${JSON.stringify(new URL('background-thread.ts', import.meta.url).href)}
      beInBackground()
      parentPort.postMessage(getPriority())
    `
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
    worker.on('error', reject)
    worker.on('message', resolve)
  })

describe.skipIf(process.platform !== 'linux')('a thread in the background', () => {
  it('has a lower priority, and no other thread has', async () => {
    const before = getPriority()
    expect(await inBackground()).toBe(10)
    expect(getPriority()).toBe(before)
  })
})
