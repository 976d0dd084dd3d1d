import type { Mutants } from './requirement.ts'

const localAccounts = 'server/domain/money/local-accounts.ts'
const ledgerTest = 'server/domain/money/ledger.test.ts'

export const invariantMutants: Mutants = {
  I1: [
    {
      file: 'server/db/sqlite/sqlite-settle.ts',
      from: 'update users set quota = quota - ?,',
      to: 'update users set quota = quota + ?,',
      failing: ledgerTest,
    },
    {
      file: 'server/db/invariants.ts',
      from: 'sql`select cast(id as text) as subject, quota as amount from users`',
      to: 'sql`select cast(id as text) as subject, quota as amount from users where false`',
      failing: 'server/db/invariants.test.ts',
    },
  ],
  I2: [
    {
      file: 'server/db/sqlite/settlement-sums.ts',
      from: 'sums.counted += counted',
      to: 'sums.counted = counted',
      failing: ledgerTest,
    },
  ],
  I3: [
    {
      file: 'server/db/sqlite/sqlite-settle.ts',
      from: 'if (changes !== 1) {',
      to: 'if (changes > 1) {',
      failing: ledgerTest,
    },
  ],
  I4: [
    {
      file: 'server/domain/money/local-account.ts',
      from: 'account.unlimited ? Infinity : account.quota - account.held',
      to: 'account.unlimited ? Infinity : account.quota',
      failing: ledgerTest,
    },
    {
      file: 'server/db/credits.ts',
      from: '.$if(mustBeCovered, ',
      to: '.$if(false, ',
      failing: 'server/db/credits.test.ts',
    },
  ],
  I5: [
    {
      file: localAccounts,
      from: 'account.held -= hold.amount\n    account.users -= 1',
      to: 'account.users -= 1',
      failing: ledgerTest,
    },
  ],
  I6: [
    {
      file: 'server/db/invariants.ts',
      from: 'if (expected === row.quota) continue',
      to: 'if (expected <= row.quota) continue',
      failing: 'server/db/invariants.test.ts',
    },
  ],
  I7: [
    {
      file: 'server/lib/log.ts',
      from: 'message: error.message,',
      to: 'message: error.stack,',
      failing: 'server/lib/log.test.ts',
    },
  ],
  I10: [
    {
      file: 'server/domain/money/orphaned-calls.ts',
      from: 'Promise.allSettled(settlements.map((settlement) => database.settle([settlement])))',
      to: 'Promise.allSettled(settlements.map(async () => {}))',
      failing: 'e2e/killed-calls.test.ts',
    },
  ],
  I11: [
    {
      file: 'server/api/authenticate.ts',
      from: "if (caller.user.role < leastRole[access]) throw new ApplicationError('role_insufficient')",
      to: '',
      failing: 'server/api/authorisation.test.ts',
    },
  ],
  I12: [
    {
      file: 'server/db/top-ups.ts',
      from: ".where('status', 'in', ['pending', 'expired'])",
      to: '',
      failing: 'server/db/top-ups.test.ts',
    },
    {
      file: 'server/db/redemptions.ts',
      from: 'case when is_gift = 0 or used_count + 1 = max_uses then',
      to: 'case when used_count + 1 = max_uses then',
      failing: 'server/api/redeem.test.ts',
    },
  ],
  I13: [
    {
      file: 'server/domain/channels/retry-budget.ts',
      from: 'const share = 0.2',
      to: 'const share = 1',
      failing: 'server/relay/storms.test.ts',
    },
  ],
}
