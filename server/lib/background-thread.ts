import { constants, setPriority } from 'node:os'

/**
 * Lets this thread come after those of calls where processors are short. Linux keeps a priority for each thread, and
 * since 6.12 also for how long one may go on while another has work: without that a call whose charge has reached the
 * disk may wait for 4 ms for the processor that a report has, however far behind the report is.
 */
export const beInBackground = (): void => {
  if (process.platform !== 'linux') return
  try {
    setPriority(nice)
    letOthersBegin()
  } catch {
    // A process whose priority is lower already may not raise it, and some builds of Node cannot ask for the rest.
  }
}

const { PRIORITY_BELOW_NORMAL: nice } = constants.priority

const letOthersBegin = (): void => {
  const call = numbersOfSetAttributes[process.arch]
  const library = process.getBuiltinModule('node:ffi')
  if (call === undefined || library === undefined) return
  const { functions } = library.dlopen(null, {
    syscall: { arguments: ['i64', 'i32', 'buffer', 'u32'], return: 'i64' },
  })
  functions.syscall(call, thisThread, attributes(), 0)
}

/** Of the system call `sched_setattr`. */
const numbersOfSetAttributes: Partial<Record<NodeJS.Architecture, bigint>> = { x64: 314n, arm64: 274n }

const thisThread = 0

/** The longest there is, in nanoseconds: whoever has a shorter one goes first as soon as there is something to do. */
const slice = 100_000_000n

/** The system's `struct sched_attr`, first version, with the ordinary policy. */
const attributes = (): Buffer => {
  const bytes = Buffer.alloc(48)
  bytes.writeUInt32LE(bytes.length, 0)
  bytes.writeInt32LE(nice, 16)
  bytes.writeBigUInt64LE(slice, 24)
  return bytes
}
