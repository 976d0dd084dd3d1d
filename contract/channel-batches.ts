import * as z from 'zod/mini'
import { channelFields } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { singleLine } from './fields.ts'

const ids = z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(10_000))
const tag = singleLine(64).check(z.trim(), z.minLength(1))

/** How many channels it reached. */
const count = z.int()

const tagChange = z.object({
  tag,
  /** Empty or null takes the tag away. */
  new_tag: z.optional(channelFields.tag),
  model_mapping: z.optional(channelFields.model_mapping),
  models: z.optional(channelFields.models),
  groups: z.optional(channelFields.group),
  priority: z.optional(z.nullable(z.number())),
  weight: z.optional(z.nullable(z.number())),
})
export type TagChange = z.output<typeof tagChange>

/** Calls that act on many channels at once, each as one transaction. */
export const channelBatches = {
  removeDisabled: endpoint({
    method: 'DELETE',
    path: '/api/channel/disabled',
    access: 'admin',
    summary: 'Delete every disabled channel, whoever disabled it',
    data: count,
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/api/channel/batch',
    access: 'admin',
    summary: 'Delete these channels',
    body: z.object({ ids }),
    data: count,
  }),
  tagMany: endpoint({
    method: 'POST',
    path: '/api/channel/batch/tag',
    access: 'admin',
    summary: 'Give these channels a tag; null or an empty one takes it away',
    body: z.object({ ids, tag: channelFields.tag }),
    data: count,
  }),
  changeTag: endpoint({
    method: 'PUT',
    path: '/api/channel/tag',
    access: 'admin',
    summary: 'Change what is sent on every channel with the tag; empty models and groups change nothing',
    body: tagChange,
    data: count,
  }),
  enableTag: endpoint({
    method: 'POST',
    path: '/api/channel/tag/enabled',
    access: 'admin',
    summary: 'Enable every channel with the tag',
    body: z.object({ tag }),
    data: count,
  }),
  disableTag: endpoint({
    method: 'POST',
    path: '/api/channel/tag/disabled',
    access: 'admin',
    summary: 'Disable every channel with the tag',
    body: z.object({ tag }),
    data: count,
  }),
  fix: endpoint({
    method: 'POST',
    path: '/api/channel/fix',
    access: 'admin',
    summary: 'Write anew which channel serves what; answers how many channels there are',
    data: count,
  }),
}
