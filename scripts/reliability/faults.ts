import type { Requirements } from './requirement.ts'

export const faults: Requirements = {
  F01: {
    says: 'An upstream breaks off: unseen and uncharged before the first byte, afterwards an error and a charge for what came.',
  },
  F02: {
    says: 'A slow first byte is waited for until its deadline, a slow drip as long as it drips.',
  },
  F03: {
    says: 'An upstream that falls silent is let go of after a minute, and what came is charged.',
  },
  F04: {
    says: 'Streams that are badly framed are passed on or end in an error, and no word is lost.',
  },
  F05: {
    says: 'Packed answers are unpacked, and broken ones are the upstream’s fault.',
  },
  F06: {
    says: 'Huge lines, bodies and numbers of pieces are bounded or passed on with little memory.',
  },
  F07: {
    says: 'A storm of 429 on some channels is seen by nobody, on all of them it is told; both end soon after it.',
  },
  F08: {
    says: 'A storm of 5xx is seen by nobody while a sibling is well, and adds at most a fifth of attempts.',
  },
  F09: {
    says: 'One refused key of several is benched, and its channel goes on.',
  },
  F10: {
    says: 'A client that leaves, at any moment, pays for what came, and its upstream is let go of.',
  },
  F11: {
    says: 'A database locked by another: up to five seconds are waited for, then what is written is refused; calls and streams go on and are charged once.',
    mutants: [
      {
        file: 'server/db/sqlite/sqlite-storage.ts',
        from: 'turns.takeWithin(patienceMs, waitedTooLong)',
        to: 'turns.take()',
        failing: 'server/relay/stalled-database.test.ts',
      },
      {
        file: 'server/domain/money/settle-charge.ts',
        from: 'return kept.keep(settlement, tellOnce)',
        to: 'return Promise.reject(error)',
        failing: 'server/relay/stalled-database.test.ts',
      },
    ],
  },
  F12: {
    says: 'A database that is gone, paused or exhausted: what runs ends and is charged later, once.',
    mutants: [
      {
        file: 'server/domain/write-behind.ts',
        from: 'again = setTimeout(write, pauseMs).unref()',
        to: '',
        failing: 'server/domain/write-behind.test.ts',
      },
      {
        file: 'server/domain/money/shared-accounts-scripts.ts',
        from: "if now - since < tonumber(ARGV[3]) then return { 'wait' } end",
        to: "return { 'wait' }",
        failing: 'server/domain/money/shared-accounts.test.ts',
      },
      {
        file: 'server/domain/money/shared-accounts-scripts.ts',
        from: "ARGV[3] - account.owed, 'unlimited'",
        to: "ARGV[3], 'unlimited'",
        failing: 'server/domain/money/shared-accounts.test.ts',
      },
      {
        file: 'server/domain/money/shared-accounts-scripts.ts',
        from: "'quota', 'loaded', 'read', 'lessened')",
        to: "'quota', 'loaded', 'lessened')",
        failing: 'server/domain/money/shared-accounts.test.ts',
      },
      {
        file: 'server/db/failures.ts',
        from: 'withDeadline(row, patienceMs,',
        to: 'withDeadline(row, 300_000,',
        failing: 'server/relay/stalled-database.test.ts',
      },
      {
        file: 'server/domain/money/settle-charge.ts',
        from: 'return kept.keep(settlement, tellOnce)',
        to: 'return Promise.reject(error)',
        failing: 'server/relay/stalled-database.test.ts',
      },
    ],
  },
  F13: {
    says: 'Whichever call to the database fails, the books add up and what was asked for is done once or not at all.',
    mutants: [
      {
        file: 'server/relay/relay.ts',
        from: 'domain.ledger.release(admission.hold)',
        to: '',
        failing: 'server/relay/database-faults.test.ts',
      },
      {
        file: 'server/domain/money/settle-charge.ts',
        from: 'return kept.keep(settlement, tellOnce)',
        to: 'return Promise.reject(error)',
        failing: 'server/relay/database-faults.test.ts',
      },
      {
        file: 'server/domain/money/ledger.ts',
        from: 'for (const userId of movements.keys()) accounts.forgetUser(userId)',
        to: '',
        failing: 'server/relay/database-faults.test.ts',
      },
    ],
  },
  F14: {
    says: 'A commit whose answer was lost is not done again.',
  },
  F15: {
    says: 'On a full disk what is under way is charged, nothing new begins, and all goes on when there is room.',
  },
  F16: {
    says: 'What a kill cuts off is charged as far as it came, once.',
  },
  F17: {
    says: 'A kill at any step of redeeming, paying, moving quota or setting up leaves it done once or not at all.',
    mutants: [
      {
        file: 'server/domain/people/setup.ts',
        from: 'await choose()\n        await accounts.create(account',
        to: 'await accounts.create(account',
        failing: 'e2e/wallet-kills.test.ts',
      },
    ],
  },
  F18: {
    says: 'A power cut takes no charge that was said to be durable, and leaves files that can be read.',
    mutants: [
      {
        file: 'server/db/sqlite/sqlite-worker.ts',
        from: 'pragma synchronous = full;',
        to: 'pragma synchronous = normal;',
        failing: 'server/db/sqlite/power-cuts.test.ts',
      },
    ],
  },
  F19: {
    says: 'A node that is told to end says so, finishes what it can, ends the rest in words, and charges all of it.',
  },
  F20: {
    says: 'A part that crashes or blocks takes nothing else with it for long, and the loop that listens is not blocked.',
  },
  F21: {
    says: 'A fault that nobody caught ends the process in order: it is logged, what runs ends and is charged.',
  },
  F22: {
    says: 'A clock that jumps breaks no stream, no limit and no book, and runs out what is meant to run out.',
    mutants: [
      {
        file: 'server/relay/trace.ts',
        from: 'this.#startedAt = clock.monotonic()',
        to: 'this.#startedAt = clock.now()',
        failing: 'server/relay/clock-jumps.test.ts',
      },
      {
        file: 'server/lib/sliding-window.ts',
        from: 'const now = clock.monotonic()',
        to: 'const now = clock.now()',
        failing: 'server/relay/clock-jumps.test.ts',
      },
      {
        file: 'server/lib/redis-sliding-window.ts',
        from: "'(' .. now, '+inf')",
        to: "'(' .. now + 10 ^ 12, '+inf')",
        failing: 'server/lib/redis-sliding-window.test.ts',
      },
      {
        file: 'server/db/set-times.ts',
        from: 'now + ahead + mostApartSeconds',
        to: 'now + ahead + 100 * 86_400',
        failing: 'server/db/set-times.test.ts',
      },
      {
        file: 'server/db/top-ups.ts',
        from: "['pending', 'expired']",
        to: "['pending']",
        failing: 'server/db/top-ups.test.ts',
      },
      {
        file: 'server/domain/tasks/task-holds.ts',
        from: 'const leaseSeconds = 90 + mostApartSeconds',
        to: 'const leaseSeconds = 90',
        failing: 'server/clocks-apart.test.ts',
      },
      {
        file: 'server/relay/stored/record-response.ts',
        from: 'const streamLeaseSeconds = 90 + mostApartSeconds',
        to: 'const streamLeaseSeconds = 90',
        failing: 'server/clocks-apart.test.ts',
      },
    ],
  },
  F23: {
    says: 'Without Redis, or with an old one, nothing is given out twice and limits hold per node.',
  },
  F24: {
    says: 'Of two nodes at once one wins, and the other knows within a second.',
  },
  F25: {
    says: 'Names, connections and certificates that fail are mapped errors; an idle connection that closed is replaced unseen.',
    mutants: [
      {
        file: 'server/lib/outbound/outbound-connection.ts',
        from: 'return this.#isKept && !this.#isHeard',
        to: 'return !this.#isKept && !this.#isHeard',
        failing: 'server/lib/outbound/outbound-faults.test.ts',
      },
      {
        file: 'server/lib/outbound/outbound-pool.ts',
        from: 'while (next?.isOver) next = this.#waiting.shift()',
        to: '',
        failing: 'server/lib/outbound/outbound-faults.test.ts',
      },
      {
        file: 'server/lib/outbound/outbound-connectors.ts',
        from: 'allowH2: false,',
        to: 'allowH2: false, rejectUnauthorized: false,',
        failing: 'server/relay/certificates.test.ts',
      },
    ],
  },
  F26: {
    says: 'Mail, webhook and sign-in services that hang hold nobody up.',
  },
  F27: {
    says: 'Rows of the log that cannot be stored are kept and stored later, once.',
    mutants: [
      {
        file: 'server/domain/money/settle-charge.ts',
        from: 'return kept.keep(settlement, tellOnce)',
        to: 'return Promise.reject(error)',
        failing: 'server/domain/money/settlements.test.ts',
      },
    ],
  },
  F28: {
    says: 'What an upstream says of drawings, songs and films is final once, and pays back once.',
    mutants: [
      {
        file: 'server/db/tasks.ts',
        from: ".where('id', '=', id)\n    .where('is_open', '=', 1)",
        to: ".where('id', '=', id)",
        failing: 'server/tasks/task-endings.test.ts',
      },
    ],
  },
  F29: {
    says: 'Under more load than it can carry a node refuses in time and serves the rest.',
  },
  F30: {
    says: 'Under steady load for long nothing grows and nothing is lost.',
    mutants: [
      {
        file: 'server/domain/money/running-calls.ts',
        from: '      removeFrom(open, call)\n',
        to: '',
        failing: 'server/relay/steady-load.test.ts',
      },
    ],
  },
}
