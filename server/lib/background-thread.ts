import { constants, setPriority } from 'node:os'

/** Lets this thread come after those of calls where processors are short: Linux keeps a priority for each thread. */
export const beInBackground = (): void => {
  if (process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A process whose priority is lower already may not raise it.
  }
}
