import type { ChannelRun } from '#contract/channel-upkeep.ts'
import { notify } from '../../../lib/notify.ts'

/** It ended before everything was done. */
export const isStopped = ({ done, total }: ChannelRun): boolean => done < total

/** The end of a run is good news only when all of it was done and nothing of it failed. */
export const tellEnded = (run: ChannelRun, text: string): void => {
  if (isStopped(run) || run.failed > 0) notify.warning(text)
  else notify.success(text)
}
