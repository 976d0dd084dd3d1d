import { priceWeighed } from '#pricing/price.ts'
import { estimateTokensOfBytes } from '#protocols/counting/estimate.ts'
import type { StreamTap } from '#protocols/protocol.ts'
import type { Admission } from './admit.ts'
import type { AttemptParts } from './attempt-parts.ts'

type Covers = boolean | Promise<boolean>
type Parts = Pick<AttemptParts, 'domain' | 'admission'>

/**
 * So many stretches a running answer is given on credit while nobody can be asked what is left. Whoever cannot be asked
 * has not said no.
 */
const creditStretches = 16

/** What is given on credit to a call, where asking for more failed. */
export const creditOf = ({ stretch }: Pick<Admission, 'stretch'>): number => stretch.amount * creditStretches

/**
 * Grows the hold as output flows: false once nothing is left to hold. Rejects when nobody could tell and the credit is
 * used up; what was given on credit is held as soon as somebody can.
 */
export const createCover = ({ domain, admission }: Parts) => {
  const { hold, stretch } = admission
  let covered = admission.coveredOutput
  let isGrowing = false
  return (textBytes: number): Covers => {
    const missing = estimateTokensOfBytes(textBytes) - covered
    if (isGrowing || stretch.amount === 0 || missing <= 0) return true
    const stretches = Math.ceil(missing / stretch.tokens)
    const before = hold.amount
    // Where less is left than was asked for, less is held, and no more than that is covered.
    const granted = () => {
      covered += Math.floor((stretch.tokens * (hold.amount - before)) / stretch.amount)
    }
    const extended = domain.ledger.extend(hold, stretch.amount * stretches)
    if (!(extended instanceof Promise)) {
      granted()
      return extended
    }
    isGrowing = true
    return onCredit(extended, {
      granted,
      hasCredit: () => stretches <= creditStretches,
    }).finally(() => {
      isGrowing = false
    })
  }
}

/** The same where the answer is no text, by what came of it. */
export const createReckonedCover = ({ domain, admission }: Parts, reckoned: NonNullable<StreamTap['reckoned']>) => {
  const { hold, price, priceByTokens = price } = admission
  const credit = Math.max(hold.amount, creditOf(admission))
  let isGrowing = false
  return (): Covers => {
    if (isGrowing) return true
    const missing = priceWeighed(priceByTokens.weighed, reckoned('came').usage) - hold.amount
    if (missing <= 0) return true
    const extended = domain.ledger.extend(hold, missing + Math.ceil(hold.amount / 4))
    if (!(extended instanceof Promise)) return extended
    isGrowing = true
    return onCredit(extended, { granted: () => {}, hasCredit: () => missing <= credit }).finally(() => {
      isGrowing = false
    })
  }
}

const onCredit = (
  extended: Promise<boolean>,
  { granted, hasCredit }: { granted: () => void; hasCredit: () => boolean },
): Promise<boolean> =>
  extended.then(
    (isCovered) => {
      if (isCovered) granted()
      return isCovered
    },
    (error: unknown) => {
      if (hasCredit()) return true
      throw error
    },
  )
