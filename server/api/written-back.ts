import { ApplicationError } from '#contract/errors.ts'
import { type ToldKind, wronglyTold } from '#contract/told-fields.ts'

/** Refuses by its name a field that is sent with something else than is so, and that this call does not set. */
export const checkTold = (told: Readonly<Record<string, ToldKind>>, sent: object, now: object): void => {
  const field = wronglyTold(told, { ...sent }, { ...now })
  if (field !== undefined) throw new ApplicationError('field_not_changeable', { field })
}
