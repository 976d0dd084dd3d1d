import type { Settlement } from './settlement.ts'

/** What becomes of a settlement that was durable before the database had it. One of the two is called, once. */
export type SettlementOutcome = {
  /** Every query from now on sees it. */
  stored: () => void
  /** The database did not take it; resolves once it is durable elsewhere. */
  refused: (error: unknown) => Promise<void>
}

export type SettleSoon = (settlement: Settlement, outcome: SettlementOutcome) => Promise<void>

/** For a database whose own commit is what makes a settlement durable. */
export const settlingAtOnce =
  (settle: (settlements: readonly Settlement[]) => Promise<void>): SettleSoon =>
  async (settlement, { stored }) => {
    await settle([settlement])
    stored()
  }
