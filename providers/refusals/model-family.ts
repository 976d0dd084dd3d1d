/** Names that vendors put before a model's: of its maker, of a region, of a kind. */
const before = /^(?:.*\/)?(?:[a-z][a-z-]*\.)*/
/** What a model was made of that somebody trained further: `ft:gpt-4o-mini-2024-07-18:company::id`. */
const tuned = /^ft:([^:]+)/

/**
 * A model's name as its maker would write it, whoever offers it: from this its family is told. Snapshots keep their
 * dates, which no family minds.
 */
export const familyName = (model: string): string => {
  const name = model.toLowerCase()
  return (tuned.exec(name)?.[1] ?? name).replace(before, '')
}
