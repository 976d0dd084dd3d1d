import { access, chmod, constants, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Clock } from '../lib/clock.ts'
import { takeProcessLock } from './sqlite/process-lock.ts'

/** The folder of a node's own files, which is this process's alone as long as it lives. */
export type DataFolder = { release: () => Promise<void> }

const owner = z.object({ pid: z.int(), host: z.string(), since: z.string() })

/**
 * Takes the folder, or says in one sentence why it cannot be had. Who has it is decided by a lock of the kernel, which
 * ends with the process and holds in containers beside each other; the file beside it only tells who it is.
 */
export const takeDataFolder = async (folder: string, clock: Clock): Promise<DataFolder> => {
  await mkdir(folder, { recursive: true, mode: folderMode }).catch((error: unknown) => {
    throw new Error(`The data folder ${folder} cannot be made: ${reasonOf(error)}`)
  })
  await demand(folder, constants.R_OK | constants.W_OK | constants.X_OK, `The data folder ${folder}`)
  await keepPrivate(folder)
  const ownerFile = join(folder, 'owner.json')
  const lock = lockIn(folder)
  if (lock === undefined) throw new Error(await whoHas(folder, ownerFile))
  try {
    const since = new Date(clock.now()).toISOString()
    const text = JSON.stringify({ pid: process.pid, host: hostname(), since })
    await writeFile(ownerFile, `${text}\n`, { mode: fileMode })
  } catch (error) {
    lock.release()
    throw new Error(`The data folder ${folder} cannot be written to: ${reasonOf(error)}`)
  }
  return {
    release: async () => {
      await rm(ownerFile, { force: true })
      lock.release()
    },
  }
}

const folderMode = 0o700
const fileMode = 0o600

const lockIn = (folder: string) => {
  try {
    return takeProcessLock(join(folder, 'owner.lock'))
  } catch (error) {
    throw new Error(`The data folder ${folder} cannot be locked: ${reasonOf(error)}`)
  }
}

/** Keys, balances and what was said lie there: nobody else on this machine is to read them, whoever made the files. */
const keepPrivate = async (folder: string): Promise<void> => {
  await restrict(folder, folderMode)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(folder, entry.name)
    await demand(file, constants.R_OK | constants.W_OK, `The file ${file}`)
    await restrict(file, fileMode)
  }
}

const restrict = async (path: string, mode: number): Promise<void> => {
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    // One that vanished meanwhile needs none. Some file systems know no rights: what may be read and written is enough.
    if (!['ENOENT', 'EPERM', 'ENOTSUP', 'ENOSYS'].includes(error.code ?? '')) throw error
  })
}

const demand = async (path: string, rights: number, what: string): Promise<void> => {
  const missing: string[] = []
  for (const { right, name } of named) {
    if ((rights & right) === 0) continue
    await access(path, right).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') missing.push(`${name} (${reasonOf(error)})`)
    })
  }
  if (missing.length === 0) return
  const { username, uid } = userInfo()
  throw new Error(`${what} lacks rights for the user ${username} (${uid}): ${missing.join(', ')}`)
}

const named = [
  { right: constants.R_OK, name: 'read' },
  { right: constants.W_OK, name: 'write' },
  { right: constants.X_OK, name: 'enter' },
]

const whoHas = async (folder: string, ownerFile: string): Promise<string> => {
  const told = owner.safeParse(await readFile(ownerFile, 'utf8').then(JSON.parse, () => undefined))
  const who = told.success
    ? `process ${told.data.pid} on ${told.data.host}, since ${told.data.since}`
    : 'another process that has not said who it is'
  return `The data folder ${folder} is in use by ${who}. Stop that one, or give this one another DATA_DIR`
}

const sentences: Readonly<Record<string, string>> = {
  EACCES: 'no right to',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the quota of the disk is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'there is a file of that name',
}

const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return sentences[code] ?? (error instanceof Error ? error.message : String(error))
}
