import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Contract, contract } from '#contract/index.ts'
import { affiliateHandlers } from './affiliates.ts'
import { auditHandlers } from './audit.ts'
import { batchHandlers } from './batches.ts'
import { createCallEnvironment } from './call-environment.ts'
import { channelBatchHandlers } from './channel-batches.ts'
import { channelCardHandlers } from './channel-cards.ts'
import { channelHealthHandlers } from './channel-health.ts'
import { channelUpkeepHandlers } from './channel-upkeep.ts'
import { channelHandlers } from './channels.ts'
import { checkInHandlers } from './check-ins.ts'
import type { ControlPlane } from './control-plane.ts'
import { drawingHandlers } from './drawings.ts'
import { emailHandlers } from './emails.ts'
import { type Handlers, implement } from './implement.ts'
import { logHandlers } from './logs.ts'
import { modelStatusHandlers } from './model-status.ts'
import { modelHandlers } from './models.ts'
import { optionHandlers } from './options.ts'
import { priceListHandlers } from './price-lists.ts'
import { providerHandlers } from './providers.ts'
import { redemptionBatchHandlers } from './redemption-batches.ts'
import { redemptionHandlers } from './redemptions.ts'
import { sessionHandlers } from './session.ts'
import { setupHandlers } from './setup.ts'
import { signinHandlers } from './signin.ts'
import { statusHandlers } from './status.ts'
import { taskHandlers } from './tasks.ts'
import { tokenHandlers } from './tokens.ts'
import { userSettingHandlers } from './user-settings.ts'
import { userHandlers } from './users.ts'
import { videoHandlers } from './videos.ts'
import { walletHandlers } from './wallet.ts'

/** Which handlers serve which part of the contract: one line each. */
const createHandlers = (plane: ControlPlane): { [Group in keyof Contract]: Handlers<Contract[Group]> } => ({
  setup: setupHandlers(plane),
  status: statusHandlers(plane),
  session: sessionHandlers(plane),
  signin: signinHandlers(plane),
  tokens: tokenHandlers(plane),
  channels: channelHandlers(plane),
  channelBatches: channelBatchHandlers(plane),
  channelUpkeep: channelUpkeepHandlers(plane),
  channelCards: channelCardHandlers(plane),
  channelHealth: channelHealthHandlers(plane),
  models: modelHandlers(plane),
  modelStatus: modelStatusHandlers(plane),
  providers: providerHandlers(),
  priceLists: priceListHandlers(plane),
  options: optionHandlers(plane),
  logs: logHandlers(plane),
  drawings: drawingHandlers(plane),
  tasks: taskHandlers(plane),
  videos: videoHandlers(plane),
  batches: batchHandlers(plane),
  users: userHandlers(plane),
  audit: auditHandlers(plane),
  redemptions: redemptionHandlers(plane),
  redemptionBatches: redemptionBatchHandlers(plane),
  wallet: walletHandlers(plane),
  checkIns: checkInHandlers(plane),
  affiliates: affiliateHandlers(plane),
  emails: emailHandlers(plane),
  userSettings: userSettingHandlers(plane),
})

export const implementContract = (server: FastifyInstance, plane: ControlPlane): void => {
  const environment = createCallEnvironment(plane)
  const groups: Record<string, Record<string, Endpoint>> = contract
  for (const [name, handlers] of Object.entries(createHandlers(plane))) {
    // seam: `createHandlers` proved that each group has its own handlers
    implement(server, environment, groups[name] ?? {}, handlers as unknown as Handlers<Record<string, Endpoint>>)
  }
}
