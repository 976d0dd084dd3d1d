import { createHash } from 'node:crypto'
import { ApplicationError } from '#contract/errors.ts'
import { roles } from '#contract/user.ts'
import type { Database, OpenTransaction } from '../../db/database.ts'
import { findSetup, insertSetup } from '../../db/setup.ts'
import { findRoot } from '../../db/users.ts'
import { nowSeconds } from '../../lib/clock.ts'
import { createTurns } from '../../lib/turns.ts'
import type { Vault } from '../../lib/vault.ts'
import { type Actor, recordAct } from '../audit.ts'
import type { Domain } from '../domain.ts'
import { checkRepeated, checkUsername } from '../money/account-rules.ts'
import { checkPassword } from './password-rules.ts'
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
  /** From this machine: no code is asked for. */
  local: boolean
  code: string
}

/** The first start of an installation, which happens once. */
export type Setup = {
  state: () => Promise<SetupState>
  isDone: () => Promise<boolean>
  /** What a start prints; undefined once setup is done. The same on every node, and worth nothing afterwards. */
  code: () => Promise<string | undefined>
  /** Throws `setup_done` for everyone but the first. */
  perform: (wish: SetupWish) => Promise<void>
}

const rootQuota = 100_000_000

/** The super admin was there before, and this is done before anybody signs in. */
const nobody = { id: 0, name: '' }

type Parts = {
  domain: Pick<Domain, 'clock' | 'vault' | 'options'>
  database: Database
  accounts: UserAccounts
  version: string
}

export const createSetup = ({ domain, database, accounts, version }: Parts): Setup => {
  const { clock, options, vault } = domain
  const code = setupCode(vault)
  const isCode = (given: string) => vault.fingerprint(lettersOf(given)) === vault.fingerprint(lettersOf(code))
  const turns = createTurns()
  let done = false

  const isDone = async () => {
    done ||= (await findSetup(database.query)) !== undefined
    return done
  }

  const perform = async ({ username, password, repeatedPassword, selfUse, demo, address, ...visit }: SetupWish) => {
    if (await isDone()) throw new ApplicationError('setup_done')
    if (!visit.local && !isCode(visit.code)) throw new ApplicationError('setup_code_wrong')
    /** Before it is done: whoever is cut off in between chooses again. */
    const choose = async () => {
      await options.change('SelfUseModeEnabled', selfUse)
      await options.change('DemoSiteEnabled', demo)
    }
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
        checkRepeated(password, repeatedPassword)
        const account = { username, password, displayName: 'Root User', email: '', role: roles.root, inviterId: 0 }
        checkPassword(password, account)
        await choose()
        await accounts.create(account, async (transaction, id, credit) => {
          await insertSetup(transaction, row)
          await credit({ ref: 'setup', userId: id, kind: 'setup', amount: rootQuota, operatorId: id })
          await recordSetup(transaction, { id, name: username })
        })
      } else {
        await choose()
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
  }

  return {
    state: async () => {
      if (await isDone()) return { status: true, root_init: true, database_type: database.engine }
      const root = await findRoot(database.query)
      return { status: false, root_init: root !== undefined, database_type: database.engine }
    },
    isDone,
    code: async () => ((await isDone()) ? undefined : code),
    perform: async (wish) => {
      const end = await turns.take()
      try {
        await perform(wish)
      } finally {
        end()
      }
    },
  }
}

/** Made of the secret, so that all nodes and starts have the same; 64 bits are more than anybody can try. */
const setupCode = (vault: Vault): string => {
  const letters = createHash('sha256').update(vault.fingerprint('setup-code')).digest('hex').slice(0, 16)
  return letters.replace(/(?<=.)(?=(?:.{4})+$)/g, '-')
}

/** However it was typed. */
const lettersOf = (code: string): string => code.toLowerCase().replace(/[^0-9a-f]/g, '')
