/**
 * Elements of the product that stand in one file and are shown by one file of tests. Each has a name of ours, with its
 * marker, a text that only its own code has in `file`, and a text in `test` that shows it: a title, or what is said there.
 */
export type Elements = {
  /** The part of the contract and its sections. */
  from: string
  file: string
  test: string
  elements: Readonly<Record<string, readonly [marker: string, shown: string]>>
}

/** A screen, or what all screens share. */
export type Chapter = { title: string; parts: readonly Elements[] }
