/** A room: its files, and the tests that stand beside them and must notice whatever goes wrong in them. */
export type Room = {
  name: string
  files: readonly string[]
  /** In the order in which they are run: what is quick comes first. */
  tests: readonly string[]
}

const money = 'server/domain/money'
const people = 'server/domain/people'

/** A file that is named alone is tried with the tests of its room; one that is in none, with the tests of its name. */
export const rooms: readonly Room[] = [
  {
    name: 'pricing',
    files: [
      'pricing/decimal.ts',
      'pricing/price.ts',
      'pricing/price-card.ts',
      'pricing/usage.ts',
      'pricing/receipt.ts',
    ],
    tests: ['pricing/price.test.ts', 'pricing/decimal.test.ts', 'pricing/receipt.test.ts'],
  },
  {
    name: 'prices',
    files: [`${money}/prices.ts`, `${people}/groups.ts`],
    tests: [`${money}/prices.test.ts`],
  },
  {
    name: 'ledger',
    files: [`${money}/ledger.ts`],
    tests: [`${money}/ledger-credits.test.ts`, `${money}/local-accounts.test.ts`],
  },
  {
    name: 'accounts',
    files: [
      `${money}/accounts.ts`,
      `${money}/local-account.ts`,
      `${money}/local-accounts.ts`,
      `${money}/local-holds.ts`,
    ],
    tests: [`${money}/local-accounts.test.ts`],
  },
  {
    name: 'shared-accounts',
    files: [
      `${money}/shared-accounts.ts`,
      `${money}/shared-accounts-node.ts`,
      `${money}/shared-holds.ts`,
      `${money}/waiting-lines.ts`,
    ],
    tests: [`${money}/shared-accounts.test.ts`],
  },
  {
    name: 'settlement',
    files: [
      `${money}/charge-replay.ts`,
      `${money}/charge-shortage.ts`,
      `${money}/kept-charges.ts`,
      `${money}/settle-charge.ts`,
      `${money}/settlements.ts`,
    ],
    tests: [`${money}/settlements.test.ts`],
  },
  {
    name: 'limits',
    files: ['server/domain/limits.ts', 'server/lib/sliding-window.ts', `${people}/password-tries.ts`],
    tests: ['server/lib/sliding-window.test.ts', 'server/domain/limits.test.ts', 'server/api/login-guessing.test.ts'],
  },
  {
    name: 'sessions',
    files: [`${people}/sessions.ts`, 'server/db/sessions.ts', 'server/api/session-cookie.ts'],
    tests: [
      'server/db/sessions.test.ts',
      'server/api/session.test.ts',
      'server/api/sign-out.test.ts',
      'server/api/signin.test.ts',
    ],
  },
  {
    name: 'channels',
    files: ['server/domain/channels/channel-health.ts', 'server/domain/channels/channel-keys.ts'],
    tests: ['server/relay/limits-of-upstreams.test.ts', 'server/relay/keys.test.ts'],
  },
  {
    name: 'relay',
    files: [
      'server/relay/admit.ts',
      'server/relay/affordable.ts',
      'server/relay/choose.ts',
      'server/relay/failure.ts',
      'server/relay/retry-after.ts',
      'server/relay/deliver.ts',
      'server/relay/authenticate.ts',
    ],
    tests: [
      'server/relay/slow-readers.test.ts',
      'server/relay/limits-of-upstreams.test.ts',
      'server/relay/choose.test.ts',
      'server/relay/keys.test.ts',
      'server/relay/faults.test.ts',
      'server/relay/delivered.test.ts',
      'server/relay/small-balances.test.ts',
    ],
  },
]
