/** What entries of registries are made with. `Key` are the names of an entry's own options, which are text. */

/** The value of one of them. */
export type ReadOption<Key extends string = string> = (key: Key) => string

/** An address that everybody knows, or that the operator gives. */
export type Place<Key extends string = string> = { address: string } | { option: Key }

export const addressOf = <Key extends string>(place: Place<Key>, option: ReadOption<Key>): string =>
  'option' in place ? option(place.option) : place.address
