/** Files, and the tests that must notice whatever goes wrong in them: in their order, what is quick comes first. */
export type Part = { files: readonly string[]; tests: readonly string[] }

export type Room = { name: string; parts: readonly Part[] }

const domain = 'server/domain'
const money = 'server/domain/money'
const people = 'server/domain/people'
const settling = 'server/db/settling'
const sqlite = 'server/db/sqlite'

const pricing: Part = {
  files: [
    'pricing/decimal.ts',
    'pricing/price.ts',
    'pricing/price-card.ts',
    'pricing/usage.ts',
    'pricing/receipt.ts',
    'pricing/recorded-charge.ts',
  ],
  tests: [
    'pricing/usage.test.ts',
    'pricing/decimal.test.ts',
    'pricing/costs.test.ts',
    'pricing/receipt.test.ts',
    'pricing/price.test.ts',
  ],
}

const limits: Part = {
  files: ['server/domain/limits.ts', 'server/lib/sliding-window.ts'],
  tests: ['server/lib/sliding-window.test.ts', 'server/domain/limits.test.ts'],
}

export const rooms: readonly Room[] = [
  {
    name: 'money',
    parts: [
      pricing,
      {
        files: [`${money}/prices.ts`, `${domain}/groups.ts`],
        tests: [`${domain}/groups.test.ts`, `${money}/prices.test.ts`],
      },
      {
        files: [`${money}/ledger.ts`],
        tests: [`${money}/ledger-credits.test.ts`, `${money}/local-accounts.test.ts`],
      },
      {
        files: [
          `${money}/accounts.ts`,
          `${money}/local-account.ts`,
          `${money}/local-accounts.ts`,
          `${money}/local-holds.ts`,
        ],
        tests: [`${money}/local-accounts.test.ts`],
      },
      {
        files: [
          `${money}/shared-accounts.ts`,
          `${money}/shared-accounts-node.ts`,
          `${money}/shared-holds.ts`,
          `${money}/waiting-lines.ts`,
        ],
        tests: [`${money}/shared-accounts.test.ts`],
      },
    ],
  },
  {
    name: 'settlement',
    parts: [
      {
        files: [`${settling}/group-commit.ts`],
        tests: [`${settling}/group-commit.test.ts`, `${money}/settlements.test.ts`],
      },
      {
        files: [`${sqlite}/spool.ts`, `${sqlite}/reserve.ts`],
        tests: [`${sqlite}/reserve.test.ts`, `${sqlite}/spool.test.ts`, `${money}/settlements.test.ts`],
      },
      { files: [`${settling}/charges.ts`], tests: [`${settling}/settle.test.ts`] },
      {
        files: [
          `${money}/charge-replay.ts`,
          `${money}/charge-shortage.ts`,
          `${money}/kept-charges.ts`,
          `${money}/settle-charge.ts`,
          `${money}/settlements.ts`,
        ],
        tests: [`${money}/kept-charges.test.ts`, `${money}/settlements.test.ts`],
      },
      {
        files: [`${money}/running-calls.ts`, `${money}/orphaned-calls.ts`, `${settling}/running-calls.ts`],
        tests: [
          `${money}/running-calls.test.ts`,
          `${money}/orphaned-calls.test.ts`,
          'server/relay/running-calls.test.ts',
        ],
      },
      { files: [`${domain}/write-behind.ts`], tests: [`${domain}/write-behind.test.ts`] },
    ],
  },
  {
    name: 'limits',
    parts: [
      limits,
      {
        files: [`${domain}/password-tries.ts`],
        tests: [`${domain}/password-tries.test.ts`, 'server/api/login-guessing.test.ts'],
      },
      { files: [`${people}/failed-signins.ts`], tests: ['server/api/failed-signins.test.ts'] },
    ],
  },
  {
    name: 'sessions',
    parts: [
      {
        files: [`${people}/sessions.ts`, 'server/db/sessions.ts', 'server/api/session-cookie.ts'],
        tests: [
          'server/db/sessions.test.ts',
          `${people}/sessions.test.ts`,
          'server/api/session.test.ts',
          'server/api/signin.test.ts',
          'server/api/sign-out.test.ts',
        ],
      },
    ],
  },
  {
    name: 'relay',
    parts: [
      {
        files: ['server/domain/channels/channel-health.ts', 'server/domain/channels/channel-keys.ts'],
        tests: [
          'server/domain/channels/channel-health.test.ts',
          'server/domain/channels/channel-keys.test.ts',
          'server/relay/conversation-cache.test.ts',
          'server/relay/choose.test.ts',
          'server/relay/limits-of-upstreams.test.ts',
          'server/relay/keys.test.ts',
          'server/relay/channel-watch.test.ts',
        ],
      },
      { files: ['server/relay/credentials.ts'], tests: ['server/relay/credentials.test.ts'] },
      {
        files: ['server/relay/failure.ts', 'server/relay/retry-after.ts'],
        tests: [
          'server/relay/failure.test.ts',
          'server/relay/retry-after.test.ts',
          'server/relay/failing-calls.test.ts',
          'server/relay/channel-watch.test.ts',
        ],
      },
      {
        files: ['server/relay/choose.ts', 'server/relay/try-channels.ts'],
        tests: [
          'server/relay/choose.test.ts',
          'server/relay/conversation-cache.test.ts',
          'server/relay/limits-of-upstreams.test.ts',
          'server/relay/refusals.test.ts',
          'server/relay/failing-calls.test.ts',
          'server/relay/long-prompts.test.ts',
          'server/relay/relay.test.ts',
          'server/relay/storms.test.ts',
        ],
      },
      {
        files: ['server/relay/authenticate.ts'],
        tests: ['server/relay/keys.test.ts', 'server/relay/relay.test.ts', 'server/relay/threats.test.ts'],
      },
      {
        files: ['server/relay/admit.ts', 'server/relay/affordable.ts', 'server/relay/settle.ts'],
        tests: [
          'server/relay/price-steps.test.ts',
          'server/relay/small-balances.test.ts',
          'server/relay/learned-estimates.test.ts',
          'server/relay/durations.test.ts',
          'server/relay/cover.test.ts',
          'server/relay/demands.test.ts',
          'server/relay/tool-fees.test.ts',
          'server/relay/counted-inputs.test.ts',
          'server/relay/earlier-turns.test.ts',
          'server/relay/relay.test.ts',
        ],
      },
      {
        files: ['server/relay/deliver.ts'],
        tests: [
          'server/relay/delivered.test.ts',
          'server/relay/broken-streams.test.ts',
          'server/relay/failing-calls.test.ts',
          'server/relay/lasting-streams.test.ts',
          'server/relay/late-upstreams.test.ts',
          'server/relay/let-go.test.ts',
          'server/relay/searched-words.test.ts',
          'server/relay/faults.test.ts',
          'server/relay/slow-readers.test.ts',
        ],
      },
    ],
  },
]
