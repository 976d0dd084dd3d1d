import { jobs } from './index.ts'
import type { Job } from './runner.ts'

/** What all jobs together need: a job that needs something else does not compile until it is given. */
type JobParts = AllOf<Parameters<(typeof jobs)[number]>[0]>
type AllOf<Part> = (Part extends unknown ? (part: Part) => void : never) extends (all: infer All) => void ? All : never

export const createJobs = (parts: JobParts): readonly Job[] => jobs.map((createJob) => createJob(parts))
