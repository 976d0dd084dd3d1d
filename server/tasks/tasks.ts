import { kindOfStatus } from '#protocols/failure-kinds.ts'
import { taskDialect } from '#protocols/task-dialect.ts'
import { TaskRefused } from '#protocols/task-platform.ts'
import type { Domain } from '../domain/domain.ts'
import { createPlaces } from '../lib/places.ts'
import type { AnswerBatchLine } from '../relay/answer-batch-line.ts'
import { authenticate } from '../relay/authenticate.ts'
import type { LaterEndpoint } from '../relay/endpoints.ts'
import { recordFailure } from '../relay/record-failure.ts'
import { refuse } from '../relay/refuse.ts'
import type { AnswerTaskCall, TaskCall } from '../relay/task-paths.ts'
import { answerBatch } from './batches/answer-batch.ts'
import type { BatchParts } from './batches/batch-parts.ts'
import type { OwnBatchParts } from './batches/own/own-batch-parts.ts'
import { runOwnBatch } from './batches/own/run-own-batch.ts'
import { showResults } from './batches/show-results.ts'
import { createAnswerLooks } from './look-at-answer.ts'
import { showMedium } from './media.ts'
import { takeNotice } from './notice.ts'
import { type PollParts, pollTasks } from './poll.ts'
import { serverAddress } from './server-address.ts'
import { type SubmitParts, submit } from './submit.ts'
import { askUpstreamOf, tellMany, tellOne } from './tell.ts'
import { answerVideo } from './videos/answer-video.ts'
import { showVideo } from './videos/video-content.ts'

export type TaskPlane = {
  answer: AnswerTaskCall
  /** Asks upstreams for what is due; only one such round goes on at a time. */
  poll: () => Promise<void>
  /** Begins nothing more of what it does itself; resolves when what is under way is over. */
  close: () => Promise<void>
}

type Parts = Omit<SubmitParts, 'domain'> & {
  domain: SubmitParts['domain'] &
    PollParts['domain'] &
    BatchParts['domain'] &
    OwnBatchParts['domain'] &
    Pick<Domain, 'identities' | 'failedCalls'>
  answerBatchLine: AnswerBatchLine
}

/** Work that is handed in now and finished later: answered below the platforms' paths, and looked after in between. */
export const createTaskPlane = (parts: Parts): TaskPlane => {
  let polling: Promise<void> | undefined
  /** What goes on beside the rounds, and looks that outlast theirs. */
  const atWork = new Map<number | string, Promise<void>>()
  const aside: PollParts['aside'] = (task, work) => {
    const begun = atWork.get(task)
    if (begun !== undefined) return begun
    const working = work()
      .catch((error: unknown) => parts.domain.log.error('a task is left to the next look', { task, error }))
      .finally(() => atWork.delete(task))
    atWork.set(task, working)
    return working
  }
  let isStopping = false
  const places = createPlaces(() => parts.domain.options.get('OwnBatchCalls'))
  const running = { ...parts, places, isStopping: () => isStopping }
  const doOurselves: PollParts['doOurselves'] = ({ id }) => {
    if (!isStopping) void aside(id, () => runOwnBatch(running, id))
  }
  const lookAtAnswer = createAnswerLooks(parts, running.isStopping)
  const poll = (): Promise<void> => {
    polling ??= pollTasks({ ...parts, aside, doOurselves, lookAtAnswer }).finally(() => {
      polling = undefined
    })
    return polling
  }
  /** A round that is under way may have passed it already. */
  const pollNow = async () => {
    await polling
    await poll()
  }
  return {
    answer: (asked) => answer(parts, asked, pollNow).catch((error: unknown) => refuseInWords(parts, asked, error)),
    poll,
    close: async () => {
      isStopping = true
      await Promise.all(atWork.values())
    },
  }
}

const answer = async (parts: Parts, asked: TaskCall<LaterEndpoint>, pollNow: () => Promise<void>): Promise<void> => {
  const { domain } = parts
  const { endpoint, request, address, trace } = asked
  if (endpoint.kind === 'task') return answerTask(parts, { ...asked, endpoint }, pollNow)
  // Its address is signed.
  if (endpoint.kind === 'video' && endpoint.act === 'media') return showVideo(parts, { ...asked, endpoint })
  const batchParts = { ...parts, siteAddress: serverAddress(domain, parts.siteAddress) }
  if (endpoint.kind === 'batch' && endpoint.batch.act === 'signed_results') {
    return showResults(batchParts, { ...asked, endpoint })
  }
  const caller = await authenticate(domain, request, address, trace)
  trace.mark('auth')
  if (endpoint.kind === 'video') return answerVideo(parts, { ...asked, endpoint }, caller)
  await answerBatch(batchParts, { ...asked, endpoint }, caller)
}

const answerTask = async (parts: Parts, asked: TaskCall, pollNow: () => Promise<void>): Promise<void> => {
  const { endpoint, request, address, trace } = asked
  const { act } = endpoint.task
  // Of these two one is signed itself, and the other has a key of its own.
  if (act.kind === 'media') return showMedium(parts, asked)
  if (act.kind === 'notice') return takeNotice({ domain: parts.domain, pollNow }, asked)
  const caller = await authenticate(parts.domain, request, address, trace)
  trace.mark('auth')
  switch (act.kind) {
    case 'submit':
      return submit(parts, asked, caller)
    case 'one':
      return tellOne(parts, asked, caller)
    case 'many':
      return tellMany(parts, asked, caller)
    case 'ask':
      return askUpstreamOf(parts, asked, caller)
  }
}

/** What a platform's clients know by a code of its own is told by that code. */
const refuseInWords = ({ domain }: Parts, asked: TaskCall<LaterEndpoint>, error: unknown): void => {
  const { endpoint, response, address, trace } = asked
  if (!(error instanceof TaskRefused) || endpoint.kind !== 'task') throw error
  const { status, code } = error
  const told = { kind: kindOfStatus(status), status, code, message: code }
  if (trace.asker !== undefined) recordFailure(domain, trace, told, address)
  refuse(response, taskDialect(endpoint.task.platform), told, trace)
}
