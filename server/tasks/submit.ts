import { priceWeighed } from '#pricing/price.ts'
import { usageOf } from '#pricing/usage.ts'
import { type Submitted, type TaskPlatform, TaskRefused, type TaskWish } from '#protocols/task-platform.ts'
import type { Channel } from '../domain/channels/channel.ts'
import type { Domain } from '../domain/domain.ts'
import type { NewTask } from '../domain/tasks/task.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { type Admission, admit } from '../relay/admit.ts'
import type { AttemptParts } from '../relay/attempt-parts.ts'
import type { Caller } from '../relay/authenticate.ts'
import { type Call, readObject } from '../relay/call.ts'
import { checkWordsIn } from '../relay/check-words.ts'
import { recordOf } from '../relay/record.ts'
import type { TaskCall } from '../relay/task-paths.ts'
import type { UpstreamRequest } from '../relay/upstream-request.ts'
import { askUpstream } from './ask-upstream.ts'
import { followerOf } from './follower.ts'
import { handInWhere } from './hand-in-where.ts'
import { sendTold } from './send-told.ts'
import { serverAddress } from './server-address.ts'
import { callOfWish } from './task-call.ts'

export type SubmitParts = {
  domain: AttemptParts['domain'] &
    Pick<Domain, 'limits' | 'traffic' | 'conversations' | 'retryBudget' | 'settlements' | 'tasks' | 'taskMedia'>
  outbound: Outbound
  siteAddress: string
}

type Taken = { submitted: Submitted; channel: Channel; key: string; request: UpstreamRequest }

/**
 * The life of work that is handed in:
 *
 *  1 read      the body, by its platform -> what is wanted, or a refusal
 *  2 follow    whose task it goes on from -> the channel and key that made that
 *  3 admit     limits, words, a hold of the whole price
 *  4 hand in   to one channel after the other, until one has taken it or said no
 *  5 keep      the task is written down with the charge it stands for
 *  6 settle    the charge is durable
 *  7 answer    in the upstream's words
 *
 * A process that ends between 5 and 6 leaves a task whose charge is made up for when it is finished; what its upstream
 * refuses is kept as well, costs nothing, and is over.
 */
export const submit = async (parts: SubmitParts, asked: TaskCall, caller: Caller): Promise<void> => {
  const { domain } = parts
  const { endpoint, request, trace } = asked
  const { platform, act } = endpoint.task
  const action = act.kind === 'submit' && act.action !== '' ? act.action : endpoint.parameter
  await asked.withRoom(caller, async (room) => {
    const body = await readObject(request, room)
    const wish = platform.read({ action, body, option: domain.options.read })
    checkWordsIn(domain, wish.texts)
    const follower = await followed(domain, platform, caller, wish)
    const call = callOfWish({ endpoint, headers: request.headers }, wish)
    trace.asks(follower, call.outline)
    const { undo: uncount } = await domain.limits.modelCall(follower.userId)
    domain.traffic.begin()
    let isTaken = false
    try {
      const admission = await admit(domain, follower, call)
      trace.mark('hold')
      try {
        const taken = await handIn(parts, asked, { caller: follower, call, wish })
        trace.mark('upstream')
        isTaken = taken.submitted.kind === 'accepted'
        await keep(domain, { asked, caller: follower, call, wish, admission, taken })
        trace.mark('settle')
        const { answer } = taken.submitted
        sendTold(asked, taken.submitted.kind === 'declined' ? taken.submitted.status : 200, answer)
      } finally {
        domain.ledger.release(admission.hold)
      }
    } finally {
      if (!isTaken) uncount()
      domain.traffic.end()
    }
  })
}

const followed = async (
  domain: SubmitParts['domain'],
  platform: TaskPlatform,
  caller: Caller,
  { follows }: TaskWish,
): Promise<Caller> => {
  if (follows === undefined) return caller
  const origin = await domain.tasks.find({ userId: caller.userId, platform: platform.name }, follows.taskId)
  if (origin === undefined) throw new TaskRefused(platform.words.missing)
  if (follows.mustBeDone && origin.status !== 'SUCCESS') throw new TaskRefused(platform.words.notDone)
  const made = new Set(platform.made?.(origin.data))
  if (follows.made?.some((id) => !made.has(id))) throw new TaskRefused(platform.words.missing)
  const follower = followerOf(domain, caller, origin)
  if (follower === undefined) throw new TaskRefused(platform.words.channelGone)
  return follower
}

type HandedIn = { caller: Caller; call: Call; wish: TaskWish; admission: Admission }

const handIn = (
  parts: SubmitParts,
  { endpoint, trace }: TaskCall,
  { caller, call, wish }: Omit<HandedIn, 'admission'>,
): Promise<Taken> => {
  const { domain } = parts
  const { platform } = endpoint.task
  return handInWhere(
    domain,
    { caller, call, trace },
    async (channel, key) => {
      const bytes = bytesFor(parts, platform, wish, channel)
      const read = (answer: unknown) => platform.submitted(answer, wish)
      const { request, result: submitted } = await askUpstream(parts, { call, channel, key, bytes }, read)
      return { submitted, channel, key, request }
    },
    ({ submitted }) => submitted.kind === 'declined' && submitted.blamesChannel,
  )
}

/** Each channel is told its own address for notices, which only it knows. */
const bytesFor = (
  { domain, siteAddress }: SubmitParts,
  { noticePath }: TaskPlatform,
  { body, noticeMember }: TaskWish,
  channel: Channel,
): Buffer => {
  const told =
    noticeMember === undefined || noticePath === undefined
      ? {}
      : {
          [noticeMember]: `${serverAddress(domain, siteAddress)}${noticePath}?channel=${channel.id}&key=${domain.taskMedia.noticeKey(channel.id)}`,
        }
  return Buffer.from(JSON.stringify({ ...body, ...told, ...channel.paramOverride }))
}

type Kept = HandedIn & { asked: TaskCall; taken: Taken }

const keep = async (domain: SubmitParts['domain'], kept: Kept): Promise<void> => {
  const { asked, caller, call, wish, admission, taken } = kept
  const { submitted, channel, key } = taken
  const task: Omit<NewTask, 'taskId' | 'quota' | 'charge' | 'isOpen' | keyof typeof nothingTold> = {
    platform: asked.endpoint.task.platform.name,
    userId: caller.userId,
    channelId: channel.id,
    keyPlace: Math.max(0, channel.allKeys.indexOf(key)),
    action: wish.action,
    code: submitted.code,
    prompt: wish.prompt.slice(0, longestPrompt),
    submitTime: domain.clock.now(),
  }
  const { requestId } = asked.trace
  if (submitted.kind === 'declined') {
    const over = { ...nothingTold, failReason: submitted.reason, finishTime: domain.clock.now() }
    await domain.tasks.add({ ...task, ...over, taskId: requestId, quota: 0, charge: undefined, isOpen: false })
    return
  }
  const { taskId = requestId, news } = submitted
  const usage = usageOf({ calls: 1 })
  const quota = priceWeighed(admission.price.weighed, usage)
  const recorded = recordOf(
    domain,
    { caller, call, request: taken.request, trace: asked.trace },
    { usage: undefined, textBytes: 0, ending: 'complete', firstByteMs: undefined },
    { usage, estimated: false, price: admission.price, quota },
  )
  const charge = { ...recorded, content: `${wish.action} ${taskId}` }
  const { outcome, ...told } = news
  const isNew = await domain.tasks.add({ ...task, ...told, taskId, quota, charge, isOpen: outcome === 'open' })
  // A task that the user has already is not paid for twice.
  if (isNew) await domain.ledger.settle(admission.hold, charge)
}

const nothingTold = { status: 'FAILURE', progress: '100%', failReason: '', data: {}, startTime: 0, finishTime: 0 }

/** Enough to know it by in a list. */
const longestPrompt = 10_000
