import type { Domain } from '../domain/domain.ts'
import type { Sessions } from '../domain/sessions.ts'
import type { Job } from './runner.ts'

/** One line per job. */
export const createJobs = ({ domain, sessions }: { domain: Domain; sessions: Sessions }): readonly Job[] => [
  { name: 'sweep-sessions', everySeconds: 3600, run: sessions.sweep },
  { name: 'replay-spool', everySeconds: 5, run: domain.settlements.replay },
]
