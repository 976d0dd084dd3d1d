import type { Requirements } from './requirement.ts'

export const invariants: Requirements = {
  I1: {
    says: 'What came in less what was charged is what an account has, once nothing is under way.',
  },
  I2: {
    says: 'The sums kept of users, tokens and channels are the sums of their log rows.',
  },
  I3: {
    says: 'A call that an upstream accepted has exactly one charge, any other has none.',
  },
  I4: {
    says: 'No account and no limited token falls below zero by more than one call’s actual cost over its hold.',
  },
  I5: {
    says: 'Nothing is held once nothing is under way, after a restart either.',
  },
  I6: {
    says: 'The quota of a row can be worked out again from what the row itself tells.',
  },
  I7: {
    says: 'No answer and no log line tells of stacks, paths, SQL, keys of upstreams, passwords or other users.',
  },
  I8: {
    says: 'Memory, sockets and timers come back to where they were, and stay bounded under any load.',
    mutants: [
      {
        file: 'server/domain/money/running-calls.ts',
        from: '      removeFrom(open, call)\n',
        to: '',
        failing: 'server/relay/steady-load.test.ts',
      },
    ],
  },
  I9: {
    says: 'Every connection that was accepted ends in an answer or a terminal event, while health checks are answered.',
    mutants: [
      {
        file: 'server/relay/answer-stream.ts',
        from: 'return tell(parts, delivery, new ApplicationError(code))',
        to: 'return undefined',
        failing: 'server/relay/faults.test.ts',
      },
    ],
  },
  I10: {
    says: 'After any crash the database is whole, the books add up, and the node starts at once.',
  },
  I11: {
    says: 'Who may call which path is one table of paths and roles, made from the contract.',
  },
  I12: {
    says: 'A request that moves quota moves it once, however often it is repeated.',
  },
  I13: {
    says: 'A failing channel costs others nothing: retries are bounded per call and by a budget for all.',
  },
}
