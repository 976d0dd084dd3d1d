import { type Area, type Text, type WordKey, wordOf } from './i18n.ts'

/** How a field is drawn where its form draws it no other way, and what stands in it. */
type ControlValues = {
  text: string
  lines: string
  password: string
  choice: string
  names: string[]
  switch: boolean
  whole: number | null
  money: number | null
  /** Seconds. */
  moment: number | null
}
export type FormControl = keyof ControlValues

type Required<Row, A extends Area> = WordKey<A> | ((before: Row | undefined) => WordKey<A> | false)

/** All that is known of one field of a record's form. */
export type FormEntry<Row, Body, A extends Area, Value> = {
  control: FormControl
  label: WordKey<A>
  hint?: WordKey<A>
  /** What a new record has. */
  start: Value
  /** What is said when nothing is in it. Without it the field may stay empty. */
  required?: Required<Row, A>
  /** From the row that is edited. */
  from?: (row: Row) => Value
  /** To the body: what is sent for it. */
  to?: (value: Value, before: Row | undefined) => Partial<Body>
  /** What is wrong with it, in words. */
  rule?: (value: Value, t: Text<A>, before: Row | undefined) => string | undefined
}

type Entries<Row, Body, A extends Area, Values> = { [Name in keyof Values]: FormEntry<Row, Body, A, Values[Name]> }
type Faults<Values> = { [Name in keyof Values]?: string | undefined }

export type RecordForm<Row, Body, A extends Area, Values> = {
  entries: Entries<Row, Body, A, Values>
  /** What is wrong with fields by what others say. */
  together: (values: Values, t: Text<A>) => Faults<Values>
}

export type ValuesOf<Form> =
  Form extends RecordForm<infer _Row, infer _Body, infer _Area, infer Values> ? Values : never

type Controls = Record<string, FormControl>
type Given<Row, Body, A extends Area, C extends Controls> = {
  [Name in keyof C]: Omit<FormEntry<Row, Body, A, ControlValues[C[Name]]>, 'control'> & { control: C[Name] }
}
type ValuesIn<C extends Controls> = { [Name in keyof C]: ControlValues[C[Name]] }

/** A form is its fields: `formOf<Token, NewTokenInput, 'tokens'>()({ name: { control: 'text', … } })`. */
export const formOf =
  <Row, Body, A extends Area>() =>
  <C extends Controls>(
    given: Given<Row, Body, A, C>,
    together: RecordForm<Row, Body, A, ValuesIn<C>>['together'] = () => ({}),
  ): RecordForm<Row, Body, A, ValuesIn<C>> => ({
    // seam: a control decides what stands in its field, which the compiler does not follow through
    entries: given as unknown as Entries<Row, Body, A, ValuesIn<C>>,
    together,
  })

const namesOf = <Row, Body, A extends Area, Values>({ entries }: RecordForm<Row, Body, A, Values>): (keyof Values)[] =>
  Object.keys(entries) as (keyof Values)[] // seam: the keys of an object of ours

export const startOf = <Row, Body, A extends Area, Values>(
  form: RecordForm<Row, Body, A, Values>,
  before: Row | undefined,
): Values => {
  const values = namesOf(form).map((name) => {
    const { start, from } = form.entries[name]
    return [name, before === undefined || from === undefined ? start : from(before)]
  })
  return Object.fromEntries(values) as Values // seam: fromEntries forgets which names there are
}

export const isRequired = <Row, Body, A extends Area, Value>(
  { required }: FormEntry<Row, Body, A, Value>,
  before: Row | undefined,
): WordKey<A> | false => (typeof required === 'function' ? required(before) : (required ?? false))

/** The first fault of each field that has one. */
export const faultsOf = <Row, Body, A extends Area, Values>(
  form: RecordForm<Row, Body, A, Values>,
  values: Values,
  t: Text<A>,
  before: Row | undefined,
): Faults<Values> => {
  const own = namesOf(form).flatMap((name) => {
    const missing = isEmpty(values[name]) && isRequired(form.entries[name], before)
    const fault = missing ? wordOf(t, missing) : form.entries[name].rule?.(values[name], t, before)
    return fault === undefined ? [] : [[name, fault]]
  })
  return { ...without(form.together(values, t)), ...Object.fromEntries(own) }
}

/** What a record is made by. */
export const bodyOf = <Row, Body, A extends Area, Values>(
  form: RecordForm<Row, Body, A, Values>,
  values: Values,
  before?: Row,
): Body => merged<Body>(namesOf(form).map((name) => form.entries[name].to?.(values[name], before)))

/** What it is changed by: of what is sent, that which the row does not say already. */
export const changesOf = <Row, Body, A extends Area, Values>(
  form: RecordForm<Row, Body, A, Values>,
  values: Values,
  before: Row,
): Partial<Body> => {
  const old = startOf(form, before)
  const parts = namesOf(form).map((name) => {
    const { to } = form.entries[name]
    const sent = to?.(values[name], before)
    return JSON.stringify(sent) === JSON.stringify(to?.(old[name], before)) ? undefined : sent
  })
  return merged<Partial<Body>>(parts)
}

/** The field that is sent under this name. */
export const fieldSentAs = <Row, Body, A extends Area, Values>(
  form: RecordForm<Row, Body, A, Values>,
  values: Values,
  before: Row | undefined,
  sent: string,
): keyof Values | undefined => {
  const names = namesOf(form)
  return (
    names.find((name) => Object.hasOwn(form.entries[name].to?.(values[name], before) ?? {}, sent)) ??
    names.find((name) => name === sent)
  )
}

/** Together the fields of a form say all that its body must. */
const merged = <Whole>(parts: readonly (Partial<Whole> | undefined)[]): Whole => Object.assign({}, ...parts)

const without = <Values>(faults: Faults<Values>): Faults<Values> =>
  Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined)) as Faults<Values> // seam: as above

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
