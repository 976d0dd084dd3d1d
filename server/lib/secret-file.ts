import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { randomBytesText } from './identifiers.ts'

const secretBytes = 32

/** The secret kept in `file`. The first process to ask makes it; processes that ask together get the same one. */
export const secretFromFile = async (file: string): Promise<string> => (await readSecret(file)) ?? makeSecret(file)

const readSecret = async (file: string): Promise<string | undefined> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  if (Buffer.from(text.trim(), 'base64url').length < secretBytes) throw new Error('The secret file is damaged')
  return text.trim()
}

const makeSecret = async (file: string): Promise<string> => {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomBytesText(9)}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(randomBytesText(secretBytes))
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    // A link appears whole or not at all, and only the first of several wins.
    await link(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
  const secret = await readSecret(file)
  if (secret === undefined) throw new Error('The secret file vanished while it was made')
  return secret
}
