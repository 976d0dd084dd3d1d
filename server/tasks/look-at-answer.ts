import type { Domain } from '../domain/domain.ts'
import { answerGoesOn } from '../domain/tasks/answer-task.ts'
import type { DueTask } from '../domain/tasks/task.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { createPlaces, type Places } from '../lib/places.ts'
import { payForOne } from '../relay/stored/pay-later.ts'

type Parts = {
  domain: Pick<Domain, 'clock' | 'log' | 'options' | 'pool' | 'prices' | 'tasks' | 'squareTask' | 'tokenCounter'>
  outbound: Outbound
}

/** Each is a request of its own, to an upstream that has calls to answer. */
const mostAtOnceOfChannel = 50

/** Looks at answers that are made in the background, few of a channel at once. */
export const createAnswerLooks = (parts: Parts, isStopping: () => boolean): ((due: DueTask) => Promise<void>) => {
  const channels = new Map<number, Places>()
  return async (due) => {
    const places = channels.get(due.channelId) ?? createPlaces(() => mostAtOnceOfChannel)
    channels.set(due.channelId, places)
    const leave = await places.take()
    // Whoever is left waiting then is looked at by another process.
    if (isStopping()) leave()
    else await lookAtAnswer(parts, due).finally(leave)
  }
}

/** An answer that is made in the background is asked for where its client would ask, and charged by what it says. */
const lookAtAnswer = async (parts: Parts, due: DueTask): Promise<void> => {
  const { log, tasks } = parts.domain
  try {
    const task = await tasks.findById(due.id)
    const isOver = task === undefined || (await payForOne(parts, task))
    if (!isOver) await tasks.note({ task: due, news: answerGoesOn })
  } catch (error) {
    log.debug('an answer could not be charged yet', { response: due.taskId, error })
    await tasks
      .note({ task: due, news: undefined })
      .catch((failure: unknown) =>
        log.error('what is new of a task could not be kept', { task: due.id, error: failure }),
      )
  }
}
