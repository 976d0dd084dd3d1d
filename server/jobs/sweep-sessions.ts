import type { Sessions } from '../domain/people/sessions.ts'
import type { Job } from './runner.ts'

export const sweepSessions = ({ sessions }: { sessions: Pick<Sessions, 'sweep'> }): Job => ({
  name: 'sweep-sessions',
  everySeconds: 3600,
  run: sessions.sweep,
})
