import * as z from 'zod/mini'
import { sentToMany, shownOfMany, tagColumns, tagParts } from './channel-field-parts.ts'
import { channelColumns } from './channel-fields.ts'
import { endpoint } from './endpoint.ts'
import { idsUpTo, singleLine } from './fields.ts'
import { actReason } from './user-acts.ts'

/** Of all changes of a call together. */
export const mostChanged = 10_000
const ids = idsUpTo(mostChanged)
/** Why they are deleted. */
const reason = { reason: actReason.reason }
const tag = singleLine(64).check(z.trim(), z.minLength(1))

/** How many channels it reached. */
const count = z.int()

/** Those that it changed, which alone are what takes it back. */
const changedIds = z.array(z.int())

/** What many channels have, or had. */
const values = z.partial(z.object(shownOfMany))
export type ChannelValues = z.output<typeof values>

/** What many channels can be given at once; an empty tag is none. What is not named stays as it is. */
const wishedValues = z.partial(z.object(sentToMany))

/** `from`: only those that still have these values, as what is taken back wants it. */
const valueChange = z.object({ ids, to: wishedValues, from: z.optional(wishedValues) })
export type ValueChange = z.output<typeof valueChange>

/** Channels that were given something else, and what they had before. */
const changedValues = z.object({ ids: z.array(z.int()), was: values })
export type ChangedValues = z.output<typeof changedValues>

/** The same of a tag, whose channels do not all become the same: `{ ids, to: was, from: now }` takes it back. */
const replacedValues = z.object({ ...changedValues.shape, now: values })
export type ReplacedValues = z.output<typeof replacedValues>

/** An answer that named the model lists of a large tag one by one comes back whole when it is taken back. */
const largestValues = 16 * 1024 * 1024

const valueChanges = z.array(valueChange).check(z.minLength(1), z.maxLength(mostChanged))

/**
 * Of the tag itself: empty or null takes it away. A whole value goes to every channel as it is; what is added and what
 * is taken leaves the rest of each as it was.
 */
const tagChange = z.object({
  tag,
  ...tagColumns,
  add: z.optional(z.partial(z.object(tagParts.add))),
  take: z.optional(z.partial(z.object(tagParts.take))),
})
export type TagChange = z.output<typeof tagChange>

/** What only some of a tag's channels have: a name, or an entry with its value. */
const partOfSome = z.object({ name: z.string(), value: z.optional(z.string()), count: z.int() })
export type PartOfSome = z.output<typeof partOfSome>

/** A tag as it is over all of its channels, whichever a list shows. */
const wholeTag = z.object({
  tag: z.string(),
  count: z.int(),
  /** By the names that a change has for them: what all share (null where they differ), and what only some have. */
  fields: z.record(
    z.string(),
    z.object({ shared: z.nullable(z.union([z.string(), z.number()])), partly: z.array(partOfSome) }),
  ),
})
export type WholeTag = z.output<typeof wholeTag>

/** Calls that act on many channels at once, each as one transaction. */
export const channelBatches = {
  removeDisabled: endpoint({
    method: 'DELETE',
    path: '/api/channel/disabled',
    access: 'admin',
    summary: 'Delete every disabled channel, whoever disabled it; the reason stands in the audit log',
    query: z.object(reason),
    data: count,
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/api/channel/batch',
    access: 'admin',
    summary: 'Delete these channels; the reason stands in the audit log',
    body: z.object({ ids, ...reason }),
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
  changeMany: endpoint({
    method: 'POST',
    path: '/api/channel/batch/values',
    access: 'admin',
    summary: 'Give channels what a tag may change of them; answers which had something else, and what',
    largestBody: largestValues,
    body: z.object({ changes: valueChanges }),
    data: z.array(changedValues),
  }),
  disableMany: endpoint({
    method: 'POST',
    path: '/api/channel/batch/disabled',
    access: 'admin',
    summary: 'Disable these channels; answers which of them were enabled',
    body: z.object({ ids }),
    data: changedIds,
  }),
  enableMany: endpoint({
    method: 'POST',
    path: '/api/channel/batch/enabled',
    access: 'admin',
    summary: 'Enable these channels, whoever disabled them; answers which of them were not enabled',
    body: z.object({ ids }),
    data: changedIds,
  }),
  readTag: endpoint({
    method: 'GET',
    path: '/api/channel/tag',
    access: 'admin',
    summary: 'What all channels with the tag share, and what only some of them have',
    query: z.object({ tag }),
    data: wholeTag,
  }),
  changeTag: endpoint({
    method: 'PUT',
    path: '/api/channel/tag',
    access: 'admin',
    summary:
      'Change what is sent on every channel with the tag; empty models and groups change nothing; answers which became something else, and what they were',
    body: tagChange,
    data: z.array(replacedValues),
  }),
  enableTag: endpoint({
    method: 'POST',
    path: '/api/channel/tag/enabled',
    access: 'admin',
    summary: 'Enable every channel with the tag; answers which of them were not enabled',
    body: z.object({ tag }),
    data: changedIds,
  }),
  disableTag: endpoint({
    method: 'POST',
    path: '/api/channel/tag/disabled',
    access: 'admin',
    summary: 'Disable every channel with the tag; answers which of them were enabled',
    body: z.object({ tag }),
    data: changedIds,
  }),
  fix: endpoint({
    method: 'POST',
    path: '/api/channel/fix',
    access: 'admin',
    summary: 'Write anew which channel serves what; answers how many channels there are',
    data: count,
  }),
}
