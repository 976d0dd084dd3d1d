import type { UserSetting } from '#contract/user.ts'
import type { TokenRow, UserRow } from '../../db/schema.ts'
import { type AddressEntry, parseAddressList } from '../../lib/inbound/client-address.ts'
import { createKnownValues } from '../../lib/known-values.ts'
import type { Vault } from '../../lib/vault.ts'
import { readSetting } from '../user-setting-text.ts'

/** What is known of a user while deciding what he may do. Read fresh: a ban acts at once. */
export type UserIdentity = {
  id: number
  username: string
  role: number
  status: number
  group: string
  setting: UserSetting
}

/** A token with its owner, as the relay needs them. */
export type TokenIdentity = {
  id: number
  name: string
  status: number
  expiredTime: number
  unlimited: boolean
  /** Undefined: every model. */
  models: ReadonlySet<string> | undefined
  /** Undefined: from anywhere. */
  addresses: readonly AddressEntry[] | undefined
  /** Empty: the owner's group. */
  group: string
  /** Whether it is refused what would be left out of its requests, or changed in them. */
  strict: boolean
  user: UserIdentity
}

export type Identities = {
  /** Undefined when unknown, or when the account was deleted. */
  user: (id: number) => Promise<UserIdentity | undefined>
  /** By the key's characters; answers without a promise when it is in memory. */
  token: (key: string) => TokenIdentity | undefined | Promise<TokenIdentity | undefined>
  /** For what is done in its name when nobody shows its key. */
  tokenById: (id: number) => Promise<TokenIdentity | undefined>
  /** After any change to a user row, here or on another node. */
  forgetUser: (id: number) => void
  /** After any change to a token row. */
  forgetToken: (id: number) => void
}

/** Those of this node, before anybody is told. */
type OwnIdentities = Identities & { forgetAll: () => void }

type IdentitiesParts = {
  readUser: (id: number) => Promise<UserRow | undefined>
  readToken: (keyHash: string) => Promise<TokenRow | undefined>
  readTokenById: (id: number) => Promise<TokenRow | undefined>
  vault: Vault
  capacity?: number
}

type StoredToken = Omit<TokenIdentity, 'user'> & { userId: number }

/** Longer than any key of ours: such a text is not worth looking up. */
const longestKey = 128

/** Users and tokens that are in use, kept in memory and dropped when they change. */
export const createIdentities = ({
  readUser,
  readToken,
  readTokenById,
  vault,
  capacity = 100_000,
}: IdentitiesParts): OwnIdentities => {
  const users = createKnownValues<number, UserIdentity>({
    read: async (id) => {
      const row = await readUser(id)
      return row === undefined || row.deleted_at !== null ? undefined : openUser(row)
    },
    idOf: ({ id }) => id,
    capacity,
  })
  const tokens = createKnownValues<string, StoredToken>({
    read: async (key) => {
      const row = await readToken(vault.fingerprint(key))
      return row && openToken(row)
    },
    idOf: ({ id }) => id,
    capacity,
  })
  const tokensById = createKnownValues<number, StoredToken>({
    read: async (id) => {
      const row = await readTokenById(id)
      return row && openToken(row)
    },
    idOf: ({ id }) => id,
    capacity,
  })

  const user = async (id: number): Promise<UserIdentity | undefined> => users.get(id) ?? users.load(id)

  const withOwner = async (token: StoredToken | undefined): Promise<TokenIdentity | undefined> => {
    const owner = token && (await user(token.userId))
    return token === undefined || owner === undefined ? undefined : { ...token, user: owner }
  }

  const loadToken = async (key: string) => withOwner(tokens.get(key) ?? (await tokens.load(key)))

  return {
    user,
    token: (key) => {
      if (key.length > longestKey || !/^[0-9A-Za-z]+$/.test(key)) return undefined
      const token = tokens.get(key)
      const owner = token === undefined ? undefined : users.get(token.userId)
      return token === undefined || owner === undefined ? loadToken(key) : { ...token, user: owner }
    },
    tokenById: async (id) => withOwner(tokensById.get(id) ?? (await tokensById.load(id))),
    forgetUser: users.forget,
    forgetToken: (id) => {
      tokens.forget(id)
      tokensById.forget(id)
    },
    forgetAll: () => {
      users.forgetAll()
      tokens.forgetAll()
      tokensById.forgetAll()
    },
  }
}

const openUser = (row: UserRow): UserIdentity => ({
  id: row.id,
  username: row.username,
  role: row.role,
  status: row.status,
  group: row.group,
  setting: readSetting(row.setting),
})

const openToken = (row: TokenRow): StoredToken => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  status: row.status,
  expiredTime: row.expired_time,
  unlimited: row.unlimited_quota === 1,
  models: row.model_limits_enabled === 1 ? new Set(splitNames(row.model_limits)) : undefined,
  addresses: readAddresses(row.allow_ips),
  group: row.group,
  strict: row.strict === 1,
})

/** A list that cannot be read lets nobody in, rather than everybody. */
const readAddresses = (text: string): AddressEntry[] | undefined => {
  if (text.trim() === '') return undefined
  const list = parseAddressList(text)
  return list.ok ? list.entries : []
}

const splitNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
