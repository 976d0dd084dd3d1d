import { useMutation } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { Endpoint, EndpointData, EndpointRequest, Envelope } from '#contract/endpoint.ts'
import type { User } from '#contract/user.ts'
import { wordsOf } from './api.ts'
import { change, type ShownRow } from './change.ts'
import { type Answer, askFor, plainYes, type Question } from './confirm.ts'
import { type Formats, useFormat } from './format.ts'
import { type Area, type Text, useText, type WordKey, wordOf } from './i18n.ts'
import type { RowId } from './list-rows.ts'
import { notify } from './notify.ts'
import { useUser } from './session.ts'

/** What could not be done, row by row; with the code of a refusal that is still as the server said it. */
type Failure = { id: RowId } & Pick<Envelope<unknown>, 'code' | 'message'>
/** What came of it: which rows were refused, how many were changed, and which, where that is told. */
export type Outcome = {
  failures: Failure[]
  count: number
  changed?: readonly RowId[]
  /** Takes back exactly what it did, where the action that undoes it would do more. */
  takeBack?: () => Promise<Outcome>
}
type Work<Row> = (rows: readonly Row[], show: ShownRow<Row> | undefined, said: Answer) => Promise<Outcome>

type Named = { id: RowId }
type Common<Row, A extends Area> = {
  label: WordKey<A>
  icon: LucideIcon
  danger?: true
  /** Who may, and with which rows; without it everybody, with each. */
  for?: (row: Row, who: User) => boolean
  /** Of many, also those that it is not for and that this names: the server refuses them, and says why. */
  tried?: (row: Row) => boolean
  /** Why it is offered and cannot be done with this row. */
  blocked?: (row: Row) => WordKey<A> | undefined
  /** Can be done with many rows at once, or with many alone. */
  many?: true | 'only'
  /** Pressed on a row. */
  key?: string
}
type Changing<Row, A extends Area> = {
  /** `fits`: whether it is for a row. */
  ask?: (rows: readonly Row[], t: Text<A>, fits: (row: Row) => boolean) => Question | undefined
  run: Work<Row>
  show?: ShownRow<Row>
  /** `count` of the rows were changed: of those that others changed meanwhile nothing is said. */
  done: (rows: readonly Row[], t: Text<A>, count: number) => string
  /** The name of the action that takes it back. */
  undo?: string
}
type Opening<Row, A extends Area, Tools> = { open: (rows: readonly Row[], tools: Tools, t: Text<A>) => unknown }

/**
 * Something that can be done with a row, in one entry: row menu, bulk bar, record page, palette and keys are drawn
 * from it. It changes the row (`run`), or the page opens something (`open`).
 */
type Action<Row, A extends Area, Tools = unknown> = Common<Row, A> & (Changing<Row, A> | Opening<Row, A, Tools>)
/** All that can be done with the rows of a noun, in the order of the menu. */
export type Actions<Row, A extends Area, Tools = unknown> = Readonly<Record<string, Action<Row, A, Tools>>>

/** One call for each row, one after the other; a refused one does not keep the others from being made. */
export const eachRow =
  <Row extends Named, E extends Endpoint>(
    endpoint: E,
    request: (row: Row, said: Answer) => EndpointRequest<E>,
  ): Work<Row> =>
  async (rows, show, said) => {
    const failures: Failure[] = []
    for (const row of rows) {
      try {
        await change<E, Row>(endpoint, request(row, said), show && onlyOf([row], show))
      } catch (error) {
        if (rows.length === 1) throw error
        failures.push({ id: row.id, message: messageOf(error) })
      }
    }
    return { failures, count: rows.length - failures.length }
  }

const mostAtOnce = 1000

/** What an endpoint says that tells how many rows it changed. */
export const countOf = (count: number): Outcome => ({ failures: [], count })

/** What an endpoint says that tells which rows it changed: these alone are taken back. */
export const changedOf = (changed: readonly RowId[]): Outcome => ({ failures: [], count: changed.length, changed })

/** What an endpoint says that tells which rows it refused; all others it changed. */
export const refusedOf = (failures: Failure[], asked: number): Outcome => ({ failures, count: asked - failures.length })

/** One call for all rows, or for each thousand; `outcomeOf` reads what its answer says of those `asked` for. */
export const allRows =
  <Row extends Named, E extends Endpoint>(
    endpoint: E,
    request: (ids: number[], said: Answer) => EndpointRequest<E>,
    outcomeOf: (data: EndpointData<E>, asked: number) => Outcome,
  ): Work<Row> =>
  async (rows, show, said) => {
    const failures: Failure[] = []
    const changed: RowId[] = []
    let count = 0
    let isTold = false
    for (let first = 0; first < rows.length; first += mostAtOnce) {
      const some = rows.slice(first, first + mostAtOnce)
      const ids = some.map(({ id }) => Number(id))
      const read = (data: EndpointData<E>) => outcomeOf(data, some.length)
      const accepted = (data: EndpointData<E>) => show && onlyOf(without(some, read(data).failures), show)
      try {
        const outcome = read(await change<E, Row>(endpoint, request(ids, said), show && onlyOf(some, show), accepted))
        for (const failure of outcome.failures) failures.push({ ...failure, ...(await wordsOf(failure)) })
        count += outcome.count
        changed.push(...(outcome.changed ?? []))
        isTold ||= outcome.changed !== undefined
      } catch (error) {
        if (rows.length <= mostAtOnce) throw error
        failures.push(...some.map(({ id }) => ({ id, message: messageOf(error) })))
      }
    }
    return { failures, count, ...(isTold ? { changed } : {}) }
  }

const onlyOf = <Row extends Named>(rows: readonly Row[], show: ShownRow<Row>): ShownRow<Row> => {
  const ids = new Set<RowId>(rows.map(({ id }) => id))
  return (row) => (ids.has(row.id) ? show(row) : row)
}

const without = <Row extends Named>(rows: readonly Row[], failures: readonly Failure[]): Row[] => {
  const refused = new Set<RowId>(failures.map(({ id }) => id))
  return rows.filter(({ id }) => !refused.has(id))
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Who has what it takes: the actions of a noun, its words, and how a row is called. */
export type ActionSet<Row, A extends Area, Tools> = {
  area: A
  actions: Actions<Row, A, Tools>
  rowName: (row: Row, t: Text<A>, format: Formats) => string
}

/** An action as it is offered somewhere. */
export type Offer = {
  id: string
  label: string
  icon: LucideIcon
  danger: boolean
  key: string | undefined
  hint: string | undefined
  run: () => void
}

export type RowActions<Row> = {
  /** `onGone` is told when the row was deleted, or whatever else of that weight was done with it. */
  ofRow: (row: Row, onGone?: () => void) => Offer[]
  /** `rows` may have to be asked for first. Those that the action is not for are left out. */
  ofMany: (rows: () => Promise<readonly Row[]>, onDone: (left: readonly RowId[]) => void) => Offer[]
  isBusy: boolean
}

type Ordered<Row> = {
  id: string
  rows: () => Promise<readonly Row[]>
  onDone?: (left: readonly RowId[]) => void
  /** What takes something back is not asked about: whoever was told of it is told of this too. */
  undoes?: Answer
  takeBack?: Outcome['takeBack'] | undefined
}

export const useActions = <Row extends Named, A extends Area, Tools>(
  { area, actions, rowName }: ActionSet<Row, A, Tools>,
  tools: Tools,
): RowActions<Row> => {
  const t = useText(area)
  const format = useFormat()
  const words = useText('lists')
  const who = useUser()

  const isFor = (action: Action<Row, A, Tools>, row: Row) =>
    action.for === undefined || (who !== null && action.for(row, who))
  const offer = (id: string, action: Action<Row, A, Tools>, order: Ordered<Row>, blocked?: WordKey<A>): Offer => ({
    id,
    label: wordOf(t, action.label),
    icon: action.icon,
    danger: action.danger ?? false,
    key: action.key,
    hint: blocked === undefined ? undefined : wordOf(t, blocked),
    run: () => mutate(order),
  })

  const tell = (id: string, rows: readonly Row[], outcome: Outcome, said: Answer) => {
    const { failures, count, changed, takeBack } = outcome
    const action = actions[id]
    if (action === undefined || 'open' in action) return
    const failed = new Set(failures.map((failure) => failure.id))
    const done = rows.filter((row) => !failed.has(row.id))
    const taken = changed === undefined ? done : done.filter(({ id }) => changed.includes(id))
    const { undo } = action
    const back = undo === undefined || count === 0 || (done.length > 1 && !actions[undo]?.many) ? undefined : undo
    if (done.length > 0) {
      const run = {
        label: words('undo'),
        run: () => mutate({ id: back ?? '', rows: async () => taken.map(shownAs(action)), undoes: said, takeBack }),
      }
      const say = count === 0 ? notify.info : notify.success
      say(action.done(done, t, count), back === undefined ? undefined : run)
    }
    if (failures.length > 0) notify.error(failureText(rows, failures, words, (row) => rowName(row, t, format)))
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id, rows: ask, onDone, undoes, takeBack }: Ordered<Row>) => {
      const action = actions[id]
      if (action === undefined) return
      const rows = (await ask()).filter((row) => isFor(action, row) || action.tried?.(row))
      if (rows.length === 0) return void notify.info(words('noneFitting'))
      if ('open' in action) return void (await action.open(rows, tools, t))
      const question = undoes ? undefined : action.ask?.(rows, t, (row) => isFor(action, row))
      const usual = { ...plainYes, tell: undoes?.tell ?? false }
      const said = question === undefined ? usual : await askFor(question)
      if (said === undefined) return
      const outcome = await (takeBack ? takeBack() : action.run(rows, action.show, said))
      tell(id, rows, outcome, said)
      onDone?.(outcome.failures.map((failure) => failure.id))
    },
  })

  return {
    ofRow: (row, onGone) =>
      Object.entries(actions).flatMap(([id, action]) => {
        if (action.many === 'only' || !isFor(action, row)) return []
        const onDone = (left: readonly RowId[]) => {
          if (action.danger && left.length === 0) onGone?.()
        }
        return [offer(id, action, { id, rows: async () => [row], onDone }, action.blocked?.(row))]
      }),
    ofMany: (rows, onDone) =>
      Object.entries(actions).flatMap(([id, action]) => (action.many ? [offer(id, action, { id, rows, onDone })] : [])),
    isBusy: isPending,
  }
}

const mostLines = 3

/** What is said of rows that were refused: of a single one no more than why. */
export const failureText = <Row extends Named>(
  rows: readonly Row[],
  failures: readonly Failure[],
  words: Text<'lists'>,
  nameOf: (row: Row) => string,
): string => {
  if (rows.length === 1) return failures.map(({ message }) => message).join('\n')
  const names = new Map<RowId, string>(rows.map((row) => [row.id, nameOf(row)]))
  const lines = failures.slice(0, mostLines).map(({ id, message }) => `${names.get(id) ?? id}: ${message}`)
  const rest = failures.length - lines.length
  const first = words('failedOf', { count: failures.length, total: rows.length })
  return [first, ...lines, ...(rest > 0 ? [words('failedMore', { count: rest })] : [])].join('\n')
}

/** A row as it is after an action, for what takes it back. */
const shownAs =
  <Row>({ show }: { show?: ShownRow<Row> }) =>
  (row: Row): Row =>
    show?.(row) ?? row
