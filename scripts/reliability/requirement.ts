/** Something that must hold, and how one knows that it does. */
export type Requirement = {
  says: string
  /** Tests that show it without its id in their titles. */
  tests?: readonly NamedTest[]
  /** Small changes that take its protection away, each of which makes tests fail. */
  mutants?: readonly Mutant[]
  /** Why there is nothing here that it could be about. */
  absent?: string
}

export type NamedTest = { file: string; title: string }

/** In `file` the text `from`, which stands there once, becomes `to`; then tests of `failing` that carry the id fail. */
export type Mutant = { file: string; from: string; to: string; failing: string }

export type Requirements = Readonly<Record<string, Requirement>>
