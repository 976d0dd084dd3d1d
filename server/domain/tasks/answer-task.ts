import type { StoredResponse } from '../stored-responses.ts'
import { backgroundAnswers, type Owed } from './owed-answer.ts'
import type { NewTask } from './task.ts'

/** What is told of one nowhere but where it is kept. */
export const answerGoesOn = {
  status: 'IN_PROGRESS',
  progress: '0%',
  failReason: '',
  data: {},
  startTime: 0,
  finishTime: 0,
}

/** An answer that is made in the background as the task it is: it costs nothing until it is finished. */
export const taskOfAnswer = (
  { userId, id, channelId, keyPlace }: StoredResponse,
  owed: Owed,
  submitTime: number,
): NewTask => ({
  ...{ platform: backgroundAnswers, action: 'respond', code: 0, prompt: '', quota: 0, charge: undefined },
  ...{ userId, taskId: id, channelId, keyPlace, owed, submitTime },
  ...answerGoesOn,
  isOpen: true,
})
