import type { Job } from './runner.ts'

/** Asks upstreams how far work has come that was handed in, and sees to the charges of what is over. */
export const pollTasks = ({ pollTasks: run }: { pollTasks: () => Promise<void> }): Job => ({
  name: 'poll-tasks',
  everySeconds: 1,
  run,
})
