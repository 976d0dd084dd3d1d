import type { Log } from '../lib/log.ts'

/** Work that is done again and again in the background. */
export type Job = { name: string; everySeconds: number; run: () => Promise<void> }

/** What goes on failing is said so often. */
const betweenLinesMs = 60_000

/** Starts the jobs; the answer stops them and waits for those that are at work. A job never runs beside itself. */
export const startJobs = (jobs: readonly Job[], log: Log): (() => Promise<void>) => {
  const working = new Map<string, Promise<void>>()
  const timers = jobs.map((job) => setInterval(() => begin(job), job.everySeconds * 1000).unref())

  /** When it was last said of a job that it fails. */
  const said = new Map<string, number>()

  const failed = (name: string, error: unknown) => {
    if (performance.now() - (said.get(name) ?? Number.NEGATIVE_INFINITY) < betweenLinesMs) return
    said.set(name, performance.now())
    log.error('a job failed', { job: name, error })
  }
  const wentWell = (name: string) => {
    if (said.delete(name)) log.info('a job that failed went well', { job: name })
  }

  const begin = ({ name, run }: Job) => {
    if (working.has(name)) return
    const work = run()
      .then(
        () => wentWell(name),
        (error: unknown) => failed(name, error),
      )
      .finally(() => working.delete(name))
    working.set(name, work)
  }

  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(working.values())
  }
}
