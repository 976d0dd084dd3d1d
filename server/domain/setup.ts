import { ApplicationError } from '#contract/errors.ts'
import { roles } from '#contract/users.ts'
import type { Database } from '../db/database.ts'
import { findSetup, insertSetup } from '../db/setup.ts'
import { findRoot } from '../db/users.ts'
import { nowSeconds } from '../lib/clock.ts'
import { checkPassword, checkRepeated, checkUsername } from './account-rules.ts'
import type { Domain } from './domain.ts'
import type { UserAccounts } from './user-accounts.ts'

type SetupState = { status: boolean; root_init: boolean; database_type: string }

type SetupWish = {
  username: string
  password: string
  repeatedPassword: string
  selfUse: boolean
  demo: boolean
}

/** The first start of an installation, which happens once. */
export type Setup = {
  state: () => Promise<SetupState>
  /** Throws `setup_done` for everyone but the first. */
  perform: (wish: SetupWish) => Promise<void>
}

const rootQuota = 100_000_000

type Parts = { domain: Domain; database: Database; accounts: UserAccounts; version: string }

export const createSetup = ({ domain, database, accounts, version }: Parts): Setup => {
  const { clock, ledger, options } = domain
  let done = false

  const isDone = async () => {
    done ||= (await findSetup(database.query)) !== undefined
    return done
  }

  return {
    state: async () => {
      if (await isDone()) return { status: true, root_init: false, database_type: '' }
      const root = await findRoot(database.query)
      return { status: false, root_init: root !== undefined, database_type: database.engine }
    },
    perform: async ({ username, password, repeatedPassword, selfUse, demo }) => {
      if (await isDone()) throw new ApplicationError('setup_done')
      // One row can be inserted once: whoever does it has won, and makes the account in the same transaction.
      const row = { id: 1, version, initialized_at: nowSeconds(clock) }
      try {
        if ((await findRoot(database.query)) === undefined) {
          checkUsername(username)
          checkPassword(password)
          checkRepeated(password, repeatedPassword)
          const account = { username, password, displayName: 'Root User', email: '', role: roles.root, inviterId: 0 }
          const id = await accounts.create(account, (transaction) => insertSetup(transaction, row))
          await ledger.credit({ ref: 'setup', userId: id, kind: 'setup', amount: rootQuota, operatorId: id })
        } else {
          await insertSetup(database.query, row)
        }
      } catch (error) {
        if (await isDone()) throw new ApplicationError('setup_done')
        throw error
      }
      await options.change('SelfUseModeEnabled', selfUse)
      await options.change('DemoSiteEnabled', demo)
    },
  }
}
