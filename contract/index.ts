import { affiliates } from './affiliates.ts'
import { audit } from './audit.ts'
import { batches } from './batches.ts'
import { channelBatches } from './channel-batches.ts'
import { channelCards } from './channel-cards.ts'
import { channelHealth } from './channel-health.ts'
import { channelUpkeep } from './channel-upkeep.ts'
import { channels } from './channels.ts'
import { checkIns } from './check-ins.ts'
import { drawings } from './drawings.ts'
import { emails } from './emails.ts'
import { logs } from './logs.ts'
import { modelStatus } from './model-status.ts'
import { models } from './models.ts'
import { optionCalls } from './options.ts'
import { priceLists } from './price-lists.ts'
import { providers } from './providers.ts'
import { redemptionBatches } from './redemption-batches.ts'
import { redemptions } from './redemptions.ts'
import { session } from './session.ts'
import { setup } from './setup.ts'
import { signin } from './signin.ts'
import { status } from './status.ts'
import { tasks } from './tasks.ts'
import { tokens } from './tokens.ts'
import { userSettings } from './user-settings.ts'
import { users } from './users.ts'
import { videos } from './videos.ts'
import { wallet } from './wallet.ts'

/** Every endpoint of the control plane, by resource: one line each. */
export const contract = {
  setup,
  status,
  session,
  signin,
  tokens,
  channels,
  channelBatches,
  channelUpkeep,
  channelCards,
  channelHealth,
  models,
  modelStatus,
  providers,
  priceLists,
  options: optionCalls,
  logs,
  drawings,
  tasks,
  videos,
  batches,
  users,
  audit,
  redemptions,
  redemptionBatches,
  wallet,
  checkIns,
  affiliates,
  emails,
  userSettings,
}
export type Contract = typeof contract
