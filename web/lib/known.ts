/** Something that was asked for: only of what is here can it be said what is in it, or that there is none. */
export type Known<Value> =
  | { state: 'loading' }
  | { state: 'failed'; retry: () => void }
  | { state: 'here'; value: Value }

type Query<Value> = { data: Value | undefined; isError: boolean; refetch: () => unknown }

/** What a query knows; what it had before a refresh failed is still here. */
export const knownOf = <Value>({ data, isError, refetch }: Query<Value>): Known<Value> => {
  if (data !== undefined) return { state: 'here', value: data }
  return isError ? { state: 'failed', retry: () => void refetch() } : { state: 'loading' }
}

const here = <Value>(value: Value): Known<Value> => ({ state: 'here', value })

/** The same, made of what is here. */
export const mapKnown = <Value, Result>(known: Known<Value>, make: (value: Value) => Result): Known<Result> =>
  known.state === 'here' ? here(make(known.value)) : known

/** A list that was always here, or one that was asked for. */
export type Choices<Choice> = readonly Choice[] | Known<readonly Choice[]>

export const knownChoices = <Choice>(choices: Choices<Choice>): Known<readonly Choice[]> =>
  'state' in choices ? choices : here(choices)
