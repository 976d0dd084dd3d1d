/** What entries of registries are made with. `Key` are the names of an entry's own options, which are text. */

/** What an operator writes into one of them: one of the kinds in `option-kinds.ts`. */
export type OptionKind = 'text' | 'botName' | 'secret' | 'link' | 'server' | 'picture'

/** The value of one of them. */
export type ReadOption<Key extends string = string> = (key: Key) => string

/** An address that everybody knows, or that the operator gives. */
export type Place<Key extends string = string> = { address: string } | { option: Key }

export const addressOf = <Key extends string>(place: Place<Key>, option: ReadOption<Key>): string =>
  'option' in place ? option(place.option) : place.address

/** The names in a table, or in any of several. */
export type KeysOf<Table> = Table extends unknown ? keyof Table & string : never

/** A table with the names that the compiler knows of a registry. */
export const namedTable = <Name extends string, Value>(rows: readonly (readonly [Name | string, Value])[]) =>
  // seam: Object.fromEntries forgets which names there are
  Object.fromEntries(rows) as Record<Name, Value>
