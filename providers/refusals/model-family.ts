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

/** The same of a model at a vendor, which may know it by a name of the operator's own. */
export const familyNameOf = ({ vendor, model, asked }: { vendor: string; model: string; asked: string }): string =>
  familyName(namesDeployment(vendor, model) ? asked : model)

/** Where operators name what they run themselves, the client's word tells more of it than that name. */
const namesDeployment = (vendor: string, model: string): boolean => {
  if (vendor === 'azure') return !knownMaker.test(familyName(model))
  return ownArn.test(model) || (vendor === 'volcengine' && model.startsWith('ep-'))
}

/** What an operator made there, and named by a number. */
const ownArn = /^arn:.*:(?:application-inference-profile|custom-model|imported-model|provisioned-model)\//
const knownMaker = /^(?:o\d|(?:chat)?gpt-)/
