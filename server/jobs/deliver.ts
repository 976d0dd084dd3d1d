import type { Courier } from '../domain/messages/courier.ts'
import type { Job } from './runner.ts'

export const deliver = ({ courier }: { courier: Pick<Courier, 'wake'> }): Job => ({
  name: 'deliver',
  everySeconds: 5,
  run: async () => courier.wake(),
})
