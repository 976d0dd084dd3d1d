import { type channelBatches as endpoints, mostChanged } from '#contract/channel-batches.ts'
import { ApplicationError } from '#contract/errors.ts'
import { actorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const channelBatchHandlers = ({ channelBatches }: ControlPlane): Handlers<typeof endpoints> => ({
  removeDisabled: ({ query, ...call }) => channelBatches.removeDisabled(query.reason, actorOf(call)),
  removeMany: ({ body, ...call }) => channelBatches.remove(body.ids, body.reason, actorOf(call)),
  tagMany: ({ body, ...call }) => channelBatches.tag(body.ids, body.tag?.trim() ?? '', actorOf(call)),
  disableMany: ({ body, ...call }) => channelBatches.switchMany(body.ids, false, actorOf(call)),
  enableMany: ({ body, ...call }) => channelBatches.switchMany(body.ids, true, actorOf(call)),
  changeMany: ({ body: { changes }, ...call }) => {
    const count = changes.reduce((sum, { ids }) => sum + ids.length, 0)
    if (count > mostChanged)
      throw new ApplicationError('input_invalid', { field: 'changes', reason: 'too_many', limit: mostChanged })
    return channelBatches.changeMany(changes, actorOf(call))
  },
  readTag: ({ query }) => channelBatches.readTag(query.tag),
  changeTag: ({ body, ...call }) => channelBatches.changeTag(body, actorOf(call)),
  enableTag: ({ body, ...call }) => channelBatches.switchTag(body.tag, true, actorOf(call)),
  disableTag: ({ body, ...call }) => channelBatches.switchTag(body.tag, false, actorOf(call)),
  fix: (call) => channelBatches.fix(actorOf(call)),
})
