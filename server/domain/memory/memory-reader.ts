import { isObject, type JsonObject } from '#protocols/json/json.ts'
import type { Database } from '../../db/database.ts'
import { findChain, findRememberedResponses, type LinkOfChain } from '../../db/remembered-responses.ts'
import type { RememberedResponseRow } from '../../db/schema.ts'
import type { Log } from '../../lib/log.ts'
import type { Vault } from '../../lib/vault.ts'
import { createLookAgain } from '../look-again.ts'

/** An answer, with what it was asked itself: the turns before are those of `previousId`. */
export type RememberedResponse = {
  id: string
  previousId: string | undefined
  input: readonly unknown[]
  response: JsonObject
}

type Parts = {
  database: Database
  vault: Vault
  log: Log
  isAlone: boolean
  /** What is older is forgotten. */
  since: () => number
  /** What is not written yet. */
  waiting: (key: string) => RememberedResponseRow | undefined
}

export const keyOf = (userId: number, id: string): string => `${userId} ${id}`

/** A conversation of more turns than this is longer than any model reads. */
const longestChain = 2000
const longestId = 256
const mostAskedAtOnce = 500

/** Finds what is remembered, whether it is written already or not. */
export const createMemoryReader = ({ database, vault, log, isAlone, since, waiting }: Parts) => {
  const lookAgain = createLookAgain(isAlone)

  const open = (row: RememberedResponseRow): RememberedResponse | undefined => {
    try {
      const kept: unknown = JSON.parse(vault.open(row.sealed))
      if (!isObject(kept) || !Array.isArray(kept.input) || !isObject(kept.response)) return undefined
      const { input, response } = kept
      return { id: row.response_id, previousId: row.previous_id ?? undefined, input, response }
    } catch (error) {
      log.error('a remembered response cannot be read', { user: row.user_id, response: row.response_id, error })
      return undefined
    }
  }

  /** What is not written yet is at the end of a chain. */
  const waitingPart = (userId: number, id: string): LinkOfChain[] => {
    const links: LinkOfChain[] = []
    let row = waiting(keyOf(userId, id))
    while (row !== undefined && links.length < longestChain) {
      links.push(row)
      row = row.previous_id === null ? undefined : waiting(keyOf(userId, row.previous_id))
    }
    return links
  }

  const linksOf = async (userId: number, id: string): Promise<LinkOfChain[]> => {
    const links = waitingPart(userId, id)
    const last = links.at(-1)
    const from = last === undefined ? id : last.previous_id
    if (from === null || from.length > longestId) return links
    const written = await findChain(database.query, { userId, since: since() }, { id: from, longest: longestChain })
    return [...links, ...written]
  }

  const readAll = async (userId: number, ids: readonly string[]): Promise<Map<string, RememberedResponse>> => {
    const found = new Map<string, RememberedResponse>()
    const take = (row: RememberedResponseRow) => {
      const opened = open(row)
      if (opened !== undefined) found.set(opened.id, opened)
    }
    const written: string[] = []
    for (const id of ids) {
      const row = waiting(keyOf(userId, id))
      if (row !== undefined) take(row)
      else if (id.length <= longestId) written.push(id)
    }
    for (let from = 0; from < written.length; from += mostAskedAtOnce) {
      const some = written.slice(from, from + mostAskedAtOnce)
      for (const row of await findRememberedResponses(database.query, { userId, since: since() }, some)) take(row)
    }
    return found
  }

  return {
    /** An answer and those that it goes on from, the newest first, as far as they are there. */
    findLinks: (userId: number, id: string): Promise<LinkOfChain[]> =>
      lookAgain(
        () => linksOf(userId, id),
        (links) => links.at(-1)?.previous_id === null,
      ),
    read: (userId: number, ids: readonly string[]): Promise<Map<string, RememberedResponse>> =>
      lookAgain(
        () => readAll(userId, ids),
        (found) => found.size === ids.length,
      ),
  }
}
