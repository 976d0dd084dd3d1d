import * as z from 'zod/mini'
import { tagColumns } from './channel-field-parts.ts'
import { channelColumns } from './channel-fields.ts'
import { endpoint } from './endpoint.ts'
import { singleLine } from './fields.ts'

const ids = z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(10_000))
const tag = singleLine(64).check(z.trim(), z.minLength(1))

/** How many channels it reached. */
const count = z.int()

/** Of the tag itself: empty or null takes it away. */
const tagChange = z.object({ tag, ...tagColumns })
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
    body: z.object({ ids, tag: channelColumns.tag.sent }),
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
