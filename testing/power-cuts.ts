import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A step of a process that was watched: what it wrote, what it brought to the disk, and what it said. */
type Step =
  | { kind: 'opened'; fd: number; file: string; isSynchronous: boolean }
  | { kind: 'wrote'; fd: number; file: string; bytes: Buffer; length: number; place: number }
  | { kind: 'cut'; file: string; length: number }
  | { kind: 'removed'; file: string }
  | { kind: 'synced'; file: string }
  | { kind: 'said'; text: string }

type Change = { place: number; bytes: Buffer } | { length: number }

/** Whether a process can be watched here. */
export const canWatch = (): boolean => {
  try {
    execFileSync('strace', ['-e', 'trace=none', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs a script to its end and answers each of its steps in the files of a folder, in their order. */
export const watchProcess = (script: string, folder: string): Step[] => {
  const record = `${folder}.trace`
  const calls = 'trace=openat,pwrite64,write,fdatasync,fsync,ftruncate,unlink'
  const watched = [process.execPath, script, folder]
  // Longer texts are cut off in the record: they are zeros, which a file is first filled with.
  const options = ['-f', '-y', '-xx', '-s', String(longestText), '-e', calls, '-o', record]
  try {
    execFileSync('strace', [...options, ...watched], {
      stdio: 'ignore',
      env: { ...process.env, UV_USE_IO_URING: '0' },
    })
  } catch (error) {
    // It ends the hard way.
    if (!(error instanceof Error && 'signal' in error && error.signal === 'SIGKILL')) throw error
  }
  const lines = wholeLines(readFileSync(record, 'latin1'))
  rmSync(record)
  return lines.flatMap((line) => stepOf(line, folder))
}

const longestText = 65_536

/** A call that others came in between of stands where it ended, but what it says where it began. */
const wholeLines = (text: string): string[] => {
  const begun = new Map<string, string>()
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const [, beginning] = /^(.*) <unfinished \.\.\.>$/.exec(rest) ?? []
    const [, ending] = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest) ?? []
    if (beginning !== undefined) begun.set(thread, beginning)
    else lines.push(ending === undefined ? rest : `${begun.get(thread)}${ending}`)
  }
  return lines
}

const stepOf = (line: string, folder: string): Step[] => {
  const [, call = '', given = '', result = ''] = /^(\w+)\((.*)\) += (-?\d+)/.exec(line) ?? []
  if (Number(result) < 0) return []
  const [, fd = '', path = ''] = /^(\d+)<([^>]*)>/.exec(given) ?? []
  const file = unescaped(path)
  const [, text = '', cut = '', rest = ''] = /"([^"]*)"(\.\.\.)?(.*)$/.exec(given) ?? []
  const isOurs = (name: string) => dirname(name) === folder
  if (call === 'write' && fd === '1') return [{ kind: 'said', text: unescaped(text) }]
  if (call === 'openat') {
    const name = unescaped(text)
    const isSynchronous = /O_D?SYNC/.test(rest)
    return isOurs(name) ? [{ kind: 'opened', fd: Number(result), file: basename(name), isSynchronous }] : []
  }
  if (call === 'unlink') return isOurs(unescaped(text)) ? [{ kind: 'removed', file: basename(unescaped(text)) }] : []
  if (!isOurs(file)) return []
  const name = basename(file)
  switch (call) {
    case 'pwrite64': {
      const [, length = '', place = ''] = /^, (\d+), (\d+)$/.exec(rest) ?? []
      const bytes = Buffer.from(text.replaceAll('\\x', ''), 'hex')
      if (cut !== '' && bytes.some((byte) => byte !== 0)) throw new Error(`too much was written to ${name} at once`)
      return [{ kind: 'wrote', fd: Number(fd), file: name, bytes, length: Number(length), place: Number(place) }]
    }
    case 'ftruncate':
      return [{ kind: 'cut', file: name, length: Number(/, (\d+)$/.exec(given)?.[1]) }]
    case 'fsync':
    case 'fdatasync':
      return [{ kind: 'synced', file: name }]
    default:
      throw new Error(`${call} is not known to write`)
  }
}

const unescaped = (text: string): string => Buffer.from(text.replaceAll('\\x', ''), 'hex').toString()

/** What a power cut leaves: `write` makes the files of it in a folder, and `said` is what was said before it. */
export type PowerCut = { write: (folder: string) => void; said: readonly string[] }

/**
 * A power cut after each step that brought something to the disk, and after each word: what was synced is there, of the
 * rest as much as chance leaves, in whatever order it came.
 */
export function* eachPowerCut(steps: readonly Step[], chance: () => number): Generator<PowerCut> {
  const onDisk = new Map<string, Buffer>()
  const waiting = new Map<string, Change[]>()
  const isSynchronous = new Map<number, boolean>()
  const said: string[] = []

  const heldOf = (file: string): Buffer => onDisk.get(file) ?? Buffer.alloc(0)
  const waitingOf = (file: string): Change[] => waiting.get(file) ?? []
  const write = (folder: string) => {
    mkdirSync(folder, { recursive: true })
    for (const file of new Set([...onDisk.keys(), ...waiting.keys()])) {
      // As often as not nothing of it is there.
      const share = chance() - 0.5
      const lucky = waitingOf(file).filter(() => chance() < share)
      writeFileSync(join(folder, file), lucky.reduce(changed, heldOf(file)))
    }
  }

  for (const step of steps) {
    switch (step.kind) {
      case 'opened':
        isSynchronous.set(step.fd, step.isSynchronous)
        continue
      case 'removed':
        onDisk.delete(step.file)
        waiting.delete(step.file)
        continue
      case 'cut':
        waiting.set(step.file, [...waitingOf(step.file), { length: step.length }])
        continue
      case 'wrote': {
        const bytes = Buffer.concat([step.bytes], step.length)
        const change = { place: step.place, bytes }
        if (isSynchronous.get(step.fd) !== true) {
          waiting.set(step.file, [...waitingOf(step.file), change])
          continue
        }
        onDisk.set(step.file, changed(heldOf(step.file), change))
        break
      }
      case 'synced':
        onDisk.set(step.file, waitingOf(step.file).reduce(changed, heldOf(step.file)))
        waiting.delete(step.file)
        break
      case 'said':
        said.push(...step.text.split('\n').filter((line) => line !== ''))
    }
    yield { write, said }
  }
}

const changed = (held: Buffer, change: Change): Buffer => {
  if ('length' in change) return Buffer.concat([held], change.length)
  const bytes = Buffer.concat([held], Math.max(held.length, change.place + change.bytes.length))
  change.bytes.copy(bytes, change.place)
  return bytes
}
