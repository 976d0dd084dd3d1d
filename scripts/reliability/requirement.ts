/** Something that must hold. */
export type Requirement = {
  says: string
  /** Why there is nothing here that it could be about. */
  absent?: string
  /** Why no small change takes it away alone. */
  wholly?: string
  /** Further changes beside those of the tables of mutants. */
  mutants?: readonly Mutant[]
}

export type Requirements = Readonly<Record<string, Requirement>>

/** In `file` the text `from`, which stands there once, becomes `to`; then tests of `failing` that carry the id fail. */
export type Mutant = { file: string; from: string; to: string; failing: string }

/** Small changes that take the protection of a requirement away, by its id: each makes tests fail. */
export type Mutants = Readonly<Record<string, readonly Mutant[]>>
