import type { Log } from '../lib/log.ts'

/** Work that is done again and again in the background. */
export type Job = { name: string; everySeconds: number; run: () => Promise<void> }

/** Starts the jobs; the answer stops them and waits for those that are at work. A job never runs beside itself. */
export const startJobs = (jobs: readonly Job[], log: Log): (() => Promise<void>) => {
  const working = new Map<string, Promise<void>>()
  const timers = jobs.map((job) => setInterval(() => begin(job), job.everySeconds * 1000).unref())

  const begin = ({ name, run }: Job) => {
    if (working.has(name)) return
    const work = run()
      .catch((error: unknown) => log.error('a job failed', { job: name, error }))
      .finally(() => working.delete(name))
    working.set(name, work)
  }

  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(working.values())
  }
}
