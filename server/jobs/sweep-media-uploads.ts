import type { Domain } from '../domain/domain.ts'
import type { Job } from './runner.ts'

export const sweepMediaUploads = ({ domain }: { domain: Pick<Domain, 'mediaUploads'> }): Job => ({
  name: 'sweep-media-uploads',
  everySeconds: 3600,
  run: domain.mediaUploads.sweep,
})
