import { ApplicationError } from '#contract/errors.ts'
import { logTypes } from '#contract/log-types.ts'
import { formatOption, parseOption } from '#contract/option-text.ts'
import {
  isOptionKey,
  isWithinReach,
  type OptionKey,
  type OptionValues,
  optionKeys,
  optionTable,
  type ShownOption,
} from '#contract/options.ts'
import type { Database, OpenTransaction } from '../db/database.ts'
import { listOptions, putOption } from '../db/options.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Signals } from '../lib/signals.ts'
import { createTurns } from '../lib/turns.ts'
import type { Vault } from '../lib/vault.ts'
import { type Operator, recordAct } from './audit.ts'
import { broadcast } from './broadcast.ts'
import { recordEvent } from './events.ts'
import { checkOptionChange } from './option-rules.ts'

/** The settings that operators change while the gateway runs. Reading one is a look into memory. */
export type Options = {
  get: <Key extends OptionKey>(key: Key) => OptionValues[Key]
  /** The same for whoever knows a key only as text; undefined when there is no such option. */
  read: (key: string) => unknown
  all: () => Readonly<OptionValues>
  /** Every option as text, for administrators; secrets come empty, and what is beyond the role comes hidden. */
  shown: (role: number) => ShownOption[]
  /**
   * Stores a new value, writes down who did it, and lets it act at once. What is wrong changes nothing, and neither
   * does no text.
   */
  put: (key: string, text: string | undefined, operator: Operator) => Promise<void>
  /** Sets an option for the gateway itself. */
  change: <Key extends OptionKey>(key: Key, value: OptionValues[Key]) => Promise<void>
  /** Reads all of them again, as after a change by another node. */
  reload: () => Promise<void>
  /** Calls the listener after each change with what changed. Answers the function that ends this. */
  onChange: (listener: (keys: readonly OptionKey[]) => void) => () => void
}

type Parts = { database: Database; vault: Vault; signals: Signals; clock: Clock; log: Log }

export const openOptions = async ({ database, vault, signals, clock, log }: Parts): Promise<Options> => {
  const inTurn = createQueue()
  const listeners = new Set<(keys: readonly OptionKey[]) => void>()
  let values: OptionValues = defaults()

  const swap = (next: OptionValues) => {
    const changed = optionKeys.filter((key) => textOf(next, key) !== textOf(values, key))
    if (changed.length === 0) return
    values = next
    for (const listener of listeners) {
      try {
        listener(changed)
      } catch (error) {
        log.error('a listener to option changes failed', { error })
      }
    }
  }

  const readStored = (next: OptionValues, key: OptionKey, stored: string) => {
    try {
      const text = optionTable[key].secret && stored !== '' ? vault.open(stored) : stored
      const reason = assign(next, key, text)
      if (reason !== undefined) log.warn('a stored option is not valid, its default is used', { option: key, reason })
    } catch (error) {
      log.warn('a stored secret cannot be opened, it counts as empty', { option: key, error })
    }
  }

  const reload = () =>
    inTurn(async () => {
      const next = defaults()
      for (const { key, value } of await listOptions(database.quick)) {
        if (isOptionKey(key)) readStored(next, key, value)
      }
      swap(next)
    })

  /** Stores and swaps, in the turn of the caller. Nothing happens when the value is the one there is. */
  const store = async <Key extends OptionKey>(key: Key, value: OptionValues[Key], operator: Operator | undefined) => {
    const [before, after] = [textOf(values, key), formatOption(key, value)]
    if (before === after) return
    const stored = optionTable[key].secret && after !== '' ? vault.seal(after) : after
    const write = async (transaction: OpenTransaction) => {
      await putOption(transaction, { key, value: stored, updated_at: nowSeconds(clock) })
      if (operator === undefined) return
      const { id, name } = operator
      const content = `Changed the option ${key}`
      await recordEvent(transaction, clock, {
        ...{ type: logTypes.manage, userId: id, username: name, amount: 0, content },
        happened: { name: 'option_changed', values: { option: key } },
      })
      const difference = optionDifference(key, before, after)
      await recordAct(transaction, clock, operator, { action: 'option.change', target: key, ...difference })
    }
    try {
      await database.transaction(write)
      swap({ ...values, [key]: value })
    } finally {
      // All are read once more: the database may have it even where only its answer was lost.
      tell([wholeTable]).catch(() => {})
    }
  }

  const put = async <Key extends OptionKey>(key: Key, text: string | undefined, operator: Operator) => {
    if (!isWithinReach(key, operator.role)) throw new ApplicationError('option_root_only', { key })
    if (text === undefined || text === textOf(values, key)) return
    const parsed = parseOption(key, text)
    if (!parsed.ok) throw new ApplicationError('option_invalid', { ...parsed.values, key: placed(key, parsed.place) })
    await inTurn(async () => {
      await checkOptionChange(database.query, values, { ...values, [key]: parsed.value }, key)
      await store(key, parsed.value, operator)
    })
  }

  await reload()
  const tell = broadcast({ signals, log }, { topic: 'options', follow: reload })

  return {
    get: (key) => values[key],
    read: (key) => (isOptionKey(key) ? values[key] : undefined),
    all: () => values,
    shown: (role) =>
      optionKeys.map((key) => (isWithinReach(key, role) ? shownOption(values, key) : { key, value: '', hidden: true })),
    put: async (key, text, operator) => {
      if (!isOptionKey(key)) throw new ApplicationError('option_unknown', { key })
      await put(key, text, operator)
    },
    change: (key, value) => inTurn(() => store(key, value, undefined)),
    reload,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Options are read all at once. */
const wholeTable = 0

/** One piece of work at a time. */
const createQueue = () => {
  const turns = createTurns()
  return async (work: () => Promise<void>): Promise<void> => {
    const end = await turns.take()
    try {
      await work()
    } finally {
      end()
    }
  }
}

const defaults = (): OptionValues =>
  // seam: Object.fromEntries forgets which value belongs to which key
  Object.fromEntries(optionKeys.map((key) => [key, optionTable[key].default])) as OptionValues

const textOf = <Key extends OptionKey>(values: OptionValues, key: Key): string => formatOption(key, values[key])

/** Puts a text's value in place; answers what is wrong with it when it cannot. */
const assign = <Key extends OptionKey>(values: OptionValues, key: Key, text: string): string | undefined => {
  const parsed = parseOption(key, text)
  if (parsed.ok) values[key] = parsed.value
  return parsed.ok ? undefined : [parsed.values.reason, parsed.place].join(' ').trim()
}

const placed = (key: OptionKey, place: string | undefined): string => (place === undefined ? key : `${key} → ${place}`)

const shownOption = (values: OptionValues, key: OptionKey): ShownOption => {
  const text = textOf(values, key)
  return optionTable[key].secret ? { key, value: '', set: text !== '' } : { key, value: text }
}

type Difference = { before: object; after: object }

/** What a change of an option leaves in the audit: no secret, and of a table only the entries that changed. */
const optionDifference = (key: OptionKey, before: string, after: string): Difference => {
  if (optionTable[key].secret) return { before: { set: before !== '' }, after: { set: after !== '' } }
  if (optionTable[key].control !== 'json') return { before: { value: before }, after: { value: after } }
  const [old, current] = [entriesOf(before), entriesOf(after)]
  const changed = (own: Map<string, unknown>, other: Map<string, unknown>) =>
    Object.fromEntries([...own].filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(other.get(name))))
  return { before: changed(old, current), after: changed(current, old) }
}

const entriesOf = (text: string): Map<string, unknown> => {
  const value: unknown = JSON.parse(text)
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
}
