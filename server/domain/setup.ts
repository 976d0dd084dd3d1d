import { ApplicationError } from '#contract/errors.ts'
import { roles } from '#contract/users.ts'
import type { Database, OpenTransaction } from '../db/database.ts'
import { findSetup, insertSetup } from '../db/setup.ts'
import { findRoot } from '../db/users.ts'
import { nowSeconds } from '../lib/clock.ts'
import { checkPassword, checkRepeated, checkUsername } from './account-rules.ts'
import { type Actor, recordAct } from './audit.ts'
import type { Domain } from './domain.ts'
import type { UserAccounts } from './user-accounts.ts'

type SetupState = { status: boolean; root_init: boolean; database_type: string }

type SetupWish = {
  username: string
  password: string
  repeatedPassword: string
  selfUse: boolean
  demo: boolean
  /** Where it comes from. */
  address: string
}

/** The first start of an installation, which happens once. */
export type Setup = {
  state: () => Promise<SetupState>
  /** Throws `setup_done` for everyone but the first. */
  perform: (wish: SetupWish) => Promise<void>
}

const rootQuota = 100_000_000

/** The super admin was there before, and this is done before anybody signs in. */
const nobody = { id: 0, name: '' }

type Parts = { domain: Domain; database: Database; accounts: UserAccounts; version: string }

export const createSetup = ({ domain, database, accounts, version }: Parts): Setup => {
  const { clock, options } = domain
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
    perform: async ({ username, password, repeatedPassword, selfUse, demo, address }) => {
      if (await isDone()) throw new ApplicationError('setup_done')
      // One row can be inserted once: whoever does it has won, and makes the account in the same transaction.
      const row = { id: 1, version, initialized_at: nowSeconds(clock) }
      const recordSetup = (transaction: OpenTransaction, actor: Pick<Actor, 'id' | 'name'>) =>
        recordAct(
          transaction,
          clock,
          { ...actor, address },
          {
            action: 'setup.perform',
            target: 'setup',
            after: { username: actor.name, SelfUseModeEnabled: selfUse, DemoSiteEnabled: demo },
          },
        )
      try {
        if ((await findRoot(database.query)) === undefined) {
          checkUsername(username)
          checkPassword(password)
          checkRepeated(password, repeatedPassword)
          const account = { username, password, displayName: 'Root User', email: '', role: roles.root, inviterId: 0 }
          await accounts.create(account, async (transaction, id, credit) => {
            await insertSetup(transaction, row)
            await credit({ ref: 'setup', userId: id, kind: 'setup', amount: rootQuota, operatorId: id })
            await recordSetup(transaction, { id, name: username })
          })
        } else {
          await database.transaction(async (transaction) => {
            await insertSetup(transaction, row)
            await recordSetup(transaction, nobody)
          })
        }
      } catch (error) {
        if (await isDone()) throw new ApplicationError('setup_done')
        if (error instanceof ApplicationError) throw error
        throw new ApplicationError('setup_failed', {}, error)
      }
      await options.change('SelfUseModeEnabled', selfUse)
      await options.change('DemoSiteEnabled', demo)
    },
  }
}
