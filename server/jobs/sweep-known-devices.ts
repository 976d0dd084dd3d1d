import type { KnownDevices } from '../domain/people/known-devices.ts'
import type { Job } from './runner.ts'

export const sweepKnownDevices = ({ knownDevices }: { knownDevices: Pick<KnownDevices, 'sweep'> }): Job => ({
  name: 'sweep-known-devices',
  everySeconds: 86_400,
  run: knownDevices.sweep,
})
