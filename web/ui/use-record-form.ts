import { useEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useForm,
  useWatch,
} from 'react-hook-form'
import { ApiError } from '../lib/api.ts'
import { type Area, commonText, type Text } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { notifyFailure } from '../lib/query.ts'
import { bodyOf, changesOf, faultsOf, fieldSentAs, type RecordForm, startOf } from '../lib/record-form.ts'

type RecordEditOptions<Row, A extends Area, Values> = {
  text: Text<A>
  /** The row as it was opened; undefined makes a new one. */
  before?: Row | undefined
  /** A row whose values a new one begins with. */
  like?: Row | undefined
  save: (values: Values) => Promise<unknown>
  /** It is still there when it was saved, and then shows what is stored. Meanwhile what nobody typed over follows. */
  stays?: boolean
  /** Tells why it was not saved, where that is no matter of one field. */
  onFailure?: (error: unknown) => void
}

export type RecordEdit<Row, Body, A extends Area, Values extends FieldValues> = ReturnType<
  typeof useRecordForm<Row, Body, A, Values>
>

/**
 * A form at work: what stands in its fields, and what would be sent for it. A row that nothing was changed of is not
 * saved. What the server refuses is told at the field it names, and otherwise as a message.
 */
export const useRecordForm = <Row, Body, A extends Area, Values extends FieldValues>(
  description: RecordForm<Row, Body, A, Values>,
  { text, before, like, save, stays = false, onFailure = notifyFailure }: RecordEditOptions<Row, A, Values>,
) => {
  const start = startOf(description, before ?? like)
  const stored = useRef(start)
  useEffect(() => {
    stored.current = start
  })
  /** The fields that are on the screen. */
  const drawn = useRef(new Set<string>())
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: start as DefaultValues<Values>, // seam: all of the values are some of them
    ...(stays ? { values: start, resetOptions: { keepDirtyValues: true } } : {}),
    resolver: (values) => {
      const faults = Object.entries(faultsOf(description, values, text, before))
      if (faults.length === 0) return { values, errors: {} }
      const errors = Object.fromEntries(faults.map(([name, message]) => [name, { type: 'rule', message }]))
      return { values: {}, errors: errors as FieldErrors<Values> } // seam: fromEntries forgets which names there are
    },
  })
  // What is wrong is said of what stands in the fields now, also where code or another field made it right.
  useEffect(() => {
    const { unsubscribe } = form.watch((_values, { name: changed }) => {
      const told = namesOf(description).filter((name) => {
        const { error } = form.getFieldState(name)
        return error !== undefined && (name === changed || error.type !== 'refused')
      })
      if (told.length > 0) void form.trigger(told)
    })
    return unsubscribe
  }, [form, description])
  const submit = async (values: Values) => {
    if (before !== undefined && Object.keys(changesOf(description, values, before)).length === 0) {
      notify.info(commonText('nothingChanged'))
      return
    }
    try {
      await save(values)
      if (stays) form.reset(stored.current, { keepDirtyValues: false })
    } catch (error) {
      const field =
        error instanceof ApiError && error.field !== undefined
          ? fieldSentAs(description, values, before, error.field)
          : undefined
      if (field === undefined || !drawn.current.has(String(field)) || !(error instanceof Error)) onFailure(error)
      // seam: the names of flat values are their paths
      else form.setError(field as FieldPath<Values>, { type: 'refused', message: error.message }, { shouldFocus: true })
    }
  }
  return {
    description,
    before,
    text,
    form,
    drawn,
    submit,
    isPending: form.formState.isSubmitting,
    /** Shown at its field, and counted as a change. */
    set: <Name extends FieldPath<Values>>(name: Name, value: Values[Name]) =>
      // seam: of flat values each is what stands at its path
      form.setValue(name, value as Parameters<typeof form.setValue<Name>>[1], {
        shouldDirty: true,
        shouldValidate: true,
      }),
    body: (values: Values) => bodyOf(description, values, before),
    changes: (values: Values): Partial<Body> =>
      before === undefined ? bodyOf(description, values) : changesOf(description, values, before),
  }
}

const namesOf = <Row, Body, A extends Area, Values extends FieldValues>({
  entries,
}: RecordForm<Row, Body, A, Values>): FieldPath<Values>[] => Object.keys(entries) as FieldPath<Values>[] // seam: the names of flat values are their paths

/** What stands in a field, for what is drawn by it; alone it is drawn anew while somebody types. */
export const useFieldValue = <Row, Body, A extends Area, Values extends FieldValues, Name extends FieldPath<Values>>(
  { form }: RecordEdit<Row, Body, A, Values>,
  name: Name,
): FieldPathValue<Values, Name> => useWatch({ control: form.control, name })

/** A form at work, of a description that is known. */
export type RecordEditOf<Form> =
  Form extends RecordForm<infer Row, infer Body, infer A, infer Values extends FieldValues>
    ? RecordEdit<Row, Body, A, Values>
    : never
