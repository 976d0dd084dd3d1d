import * as z from 'zod/mini'
import type { PartOfSome, ReplacedValues, TagChange, WholeTag } from '#contract/channel-batches.ts'
import { anyObject, type ColumnEntry } from '#contract/channel-field-kinds.ts'
import { type ChannelColumn, eachColumn } from '#contract/channel-field-parts.ts'
import { ApplicationError } from '#contract/errors.ts'
import type { ChannelRow } from '../../db/schema.ts'
import { nameList } from '../../lib/name-list.ts'
import { type ChannelFields, channelFields, type RuleParts } from './channel-rules.ts'
import { valuesOf } from './channel-values.ts'

/** The fields of a tag, with the names that a change of it has for them. */
const tagColumns = eachColumn.flatMap(([name, column]): [ChannelColumn, string, ColumnEntry][] =>
  column.byTag === undefined ? [] : [[name, column.byTag, column]],
)

/** What all of the channels share, and what only some have. */
export const wholeTagFields = (rows: readonly ChannelRow[]): WholeTag['fields'] =>
  Object.fromEntries(
    tagColumns.map(([name, as, column]) => {
      const values = rows.map((row) => row[name])
      if (column.kind === 'names') return [as, namesOfAll(values.map((value) => nameList(String(value))))]
      if (column.kind === 'json') return [as, entriesOfAll(values.map(String))]
      const [first = null] = values
      return [as, { shared: values.every((value) => value === first) ? first : null, partly: [] }]
    }),
  )

const namesOfAll = (lists: readonly string[][]) => {
  const counts = new Map<string, number>()
  for (const name of lists.flat()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const shared = (lists[0] ?? []).filter((name) => counts.get(name) === lists.length)
  const partly = [...counts].flatMap(([name, count]) => (count < lists.length ? [{ name, count }] : []))
  return { shared: shared.join(','), partly }
}

const entriesOfAll = (texts: readonly string[]) => {
  const [first = ''] = texts
  // As somebody wrote it, with its lines, where there is nothing to tell apart.
  if (texts.every((text) => text === first)) return { shared: first, partly: [] }
  const entries = new Map<string, PartOfSome & { stored: unknown }>()
  for (const [name, stored] of texts.flatMap((text) => Object.entries(objectIn(text)))) {
    const value = typeof stored === 'string' ? stored : JSON.stringify(stored)
    const place = JSON.stringify([name, stored])
    entries.set(place, { name, value, stored, count: (entries.get(place)?.count ?? 0) + 1 })
  }
  const shared = [...entries.values()].filter(({ count }) => count === texts.length)
  const partly = [...entries.values()].filter(({ count }) => count < texts.length)
  return {
    shared: textOf(Object.fromEntries(shared.map(({ name, stored }) => [name, stored]))),
    partly: partly.map(({ stored: _stored, ...part }) => part),
  }
}

/** What a change sets on every channel alike. Empty lists of names change nothing: no channel is without models. */
export const wholeFields = (change: TagChange, parts: RuleParts): ChannelFields => {
  const sent: Readonly<Record<string, unknown>> = change
  const wish = Object.fromEntries(
    tagColumns.flatMap(([name, as, column]) => {
      const value = sent[as]
      if (value === undefined || (column.kind === 'names' && (value === null || String(value).trim() === ''))) return []
      return [[name, value]]
    }),
  )
  return channelFields(wish, parts)
}

/** What becomes something else, and of which channels: those that become the same from the same stand together. */
export const changesByTag = (
  rows: readonly ChannelRow[],
  change: TagChange,
  whole: ChannelFields,
  parts: RuleParts,
): ReplacedValues[] => {
  const alike = new Map<string, ReplacedValues>()
  for (const row of rows) {
    const next = { ...row, ...whole, ...channelFields(partsOf({ ...row, ...whole }, change), parts) }
    const names = tagColumns.flatMap(([name]) => (next[name] === row[name] ? [] : [name]))
    if (names.length === 0) continue
    const [was, now] = [valuesOf(row, names), valuesOf(next, names)]
    const place = JSON.stringify([was, now])
    const same = alike.get(place)
    if (same === undefined) alike.set(place, { ids: [row.id], was, now })
    else same.ids.push(row.id)
  }
  return [...alike.values()]
}

/** What becomes of the fields of one channel from which parts are taken and to which parts are added. */
const partsOf = (row: ChannelRow, { add = {}, take = {} }: TagChange): Record<string, string> => {
  const added: Readonly<Record<string, unknown>> = add
  const taken: Readonly<Record<string, readonly string[] | undefined>> = take
  return Object.fromEntries(
    tagColumns.flatMap(([name, as, column]) => {
      if (added[as] === undefined && taken[as] === undefined) return []
      const less = new Set(taken[as])
      const text = String(row[name])
      const next = column.kind === 'names' ? namesWith(text, added[as], less) : entriesWith(text, added[as], less)
      if (next === undefined) return []
      if ((next === '' && column.required) || !z.safeParse(column.sent, next).success) {
        throw new ApplicationError('channel_field_full', { field: as, channel: row.name })
      }
      return [[name, next]]
    }),
  )
}

const namesWith = (text: string, added: unknown, less: ReadonlySet<string>): string | undefined => {
  const names = nameList(text)
  const wanted = Array.isArray(added) ? nameList(added.join(',')) : []
  const next = [...names.filter((name) => !less.has(name)), ...wanted.filter((name) => !names.includes(name))]
  return next.join(',') === names.join(',') ? undefined : next.join(',')
}

const entriesWith = (text: string, added: unknown, less: ReadonlySet<string>): string | undefined => {
  const entries = objectIn(text)
  const kept = Object.fromEntries(Object.entries(entries).filter(([name]) => !less.has(name)))
  const next = { ...kept, ...(z.safeParse(anyObject, added).data ?? {}) }
  return textOf(next) === textOf(entries) ? undefined : textOf(next)
}

/** Stored JSON was checked when it was saved; what an older version left behind counts as absent. */
const objectIn = (text: string): Record<string, unknown> => {
  try {
    return z.safeParse(anyObject, JSON.parse(text)).data ?? {}
  } catch {
    return {}
  }
}

const textOf = (entries: Record<string, unknown>): string =>
  Object.keys(entries).length === 0 ? '' : JSON.stringify(entries, null, 2)
