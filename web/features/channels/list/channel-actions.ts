import {
  AlarmClock,
  CopyPlus,
  Gauge,
  ListChecks,
  ListFilter,
  Pencil,
  Power,
  PowerOff,
  RotateCcw,
  SlidersHorizontal,
  Tag,
  Trash2,
} from 'lucide-react'
import { channelBatches } from '#contract/channel-batches.ts'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import { type Channel, channelStatuses } from '#contract/channels.ts'
import { longestReason } from '#contract/user-acts.ts'
import { type ActionSet, type Actions, allRows, changedOf, countOf, eachRow } from '../../../lib/actions.ts'
import type { Text } from '../../../lib/i18n.ts'
import { switchTag } from '../tags/switch-tag.ts'
import type { ValueName } from '../values/value-preview.ts'
import { type ChannelRow, isTag, rowName } from './channel-row.ts'

/** What a page with channels on it can open, and does by itself. */
export type ChannelTools = {
  edit(channel: Channel): void
  test(channel: Channel): void
  copy(source: Channel): unknown
  enableKeys(channel: Channel): void
  setValues(channels: readonly Channel[], name: ValueName): void
  testMany(channels: readonly Channel[]): unknown
  editTag(tag: string): void
  showTag(tag: string): void
}

const isChannel = (row: ChannelRow): row is Channel => !isTag(row)
const hasStatus = (row: ChannelRow, isEnabled: boolean) =>
  isChannel(row) && (row.status === channelStatuses.enabled) === isEnabled
/** It does, or some of its keys do: for a while, and not until somebody enables them. */
const isResting = (row: ChannelRow) =>
  isChannel(row) && (row.rest !== null || row.stopped_keys.some(({ state }) => state === 'resting'))
const shownAs = (status: 1 | 2) => (row: ChannelRow) => (isChannel(row) ? { ...row, status } : row)

/** One is told of by its name, many by their number. */
const switched =
  (one: 'enabledOne' | 'disabledOne' | 'deletedOne', many: 'enabledMany' | 'disabledMany' | 'deletedMany') =>
  (rows: readonly ChannelRow[], t: Text<'channels'>, count: number) =>
    rows.length === 1 && count === 1 && rows[0] ? t(one, { name: rowName(rows[0]) }) : t(many, { count })

/** Why channels are deleted, which the audit log keeps. */
export const reasonAsked = (t: Text<'channels'>) => ({
  ...{ label: t('fieldReason'), hint: t('reasonHint'), longest: longestReason },
})

/** Something that is done with one channel. */
const ofChannel =
  (name: 'edit' | 'test' | 'copy' | 'enableKeys') =>
  ([row]: readonly ChannelRow[], tools: ChannelTools) =>
    row && isChannel(row) && tools[name](row)

const ofTag =
  (name: 'editTag' | 'showTag') =>
  ([row]: readonly ChannelRow[], tools: ChannelTools) =>
    row && isTag(row) && tools[name](row.tag)

const actions: Actions<ChannelRow, 'channels', ChannelTools> = {
  enableAll: { label: 'enableAll', icon: Power, ...switchTag(true), undo: 'disableAll' },
  disableAll: { label: 'disableAll', icon: PowerOff, ...switchTag(false), undo: 'enableAll' },
  editTag: { label: 'editTagEntry', icon: Pencil, for: isTag, open: ofTag('editTag') },
  showTag: { label: 'showTag', icon: ListFilter, for: isTag, open: ofTag('showTag') },
  disable: {
    ...{ label: 'disable', icon: PowerOff, many: true, for: (row) => hasStatus(row, true) },
    run: allRows(channelBatches.disableMany, (ids) => ({ body: { ids } }), changedOf),
    show: shownAs(channelStatuses.disabled),
    done: switched('disabledOne', 'disabledMany'),
    undo: 'enable',
  },
  enable: {
    ...{ label: 'enable', icon: Power, many: true, for: (row) => hasStatus(row, false) },
    run: allRows(channelBatches.enableMany, (ids) => ({ body: { ids } }), changedOf),
    show: shownAs(channelStatuses.enabled),
    done: switched('enabledOne', 'enabledMany'),
    undo: 'disable',
  },
  edit: { label: 'edit', icon: Pencil, key: 'e', for: isChannel, open: ofChannel('edit') },
  test: { label: 'testModels', icon: ListChecks, for: isChannel, open: ofChannel('test') },
  enableKeys: {
    label: 'keysEnableAll',
    icon: RotateCcw,
    for: (row) => isChannel(row) && row.stopped_keys.length > 0,
    open: ofChannel('enableKeys'),
  },
  wake: {
    ...{ label: 'wake', icon: AlarmClock, many: true, for: isResting },
    run: eachRow<ChannelRow, typeof channelUpkeep.wake>(channelUpkeep.wake, ({ id }) => ({
      params: { id: String(id) },
    })),
    show: (row) => (isChannel(row) ? { ...row, rest: null } : row),
    done: (_rows, t) => t('woken'),
  },
  copy: { label: 'copyAsNew', icon: CopyPlus, for: isChannel, open: ofChannel('copy') },
  testMany: {
    ...{ label: 'testMany', icon: Gauge, many: 'only', for: isChannel },
    open: (rows, { testMany }) => testMany(rows.filter(isChannel)),
  },
  setTag: {
    ...{ label: 'setTag', icon: Tag, many: true, for: isChannel },
    open: (rows, { setValues }) => setValues(rows.filter(isChannel), 'tag'),
  },
  setValues: {
    ...{ label: 'setValues', icon: SlidersHorizontal, many: 'only', for: isChannel },
    open: (rows, { setValues }) => setValues(rows.filter(isChannel), 'priority'),
  },
  remove: {
    ...{ label: 'delete', icon: Trash2, danger: true, many: true, for: isChannel },
    ask: (rows, t) => ({
      title:
        rows.length === 1 && rows[0]
          ? t('deleteTitle', { name: rowName(rows[0]) })
          : t('deleteManyTitle', { count: rows.length }),
      ...{ text: t('deleteText'), action: t('delete'), danger: true, reason: reasonAsked(t) },
    }),
    run: allRows(
      channelBatches.removeMany,
      (ids, { reason }) => ({ body: { ids, ...(reason === '' ? {} : { reason }) } }),
      countOf,
    ),
    done: switched('deletedOne', 'deletedMany'),
  },
}

/** What their list and the page of one of them share. */
export const channelActions: ActionSet<ChannelRow, 'channels', ChannelTools> = { area: 'channels', actions, rowName }
