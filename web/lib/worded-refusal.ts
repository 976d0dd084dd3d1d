import type { Envelope } from '#contract/endpoint.ts'
import { refusalText } from './refusal-words.ts'
import { rootRefusal, type Worded } from './root-refusals.ts'
import { currentUser, isRoot } from './session.ts'

type Refusal = Pick<Envelope<unknown>, 'code' | 'message' | 'values'>

/** A refusal for whoever reads it: for the super admin where it is his to do, and in the reader's language. */
export const wordedRefusal = async (refusal: Refusal): Promise<Worded> => {
  const own = isRoot(currentUser()) ? await rootRefusal(refusal) : undefined
  return own ?? { message: await refusalText(refusal) }
}
