import { channels } from './channels.ts'
import { logs } from './logs.ts'
import { models } from './models.ts'
import { optionCalls } from './options.ts'
import { providers } from './providers.ts'
import { session } from './session.ts'
import { setup } from './setup.ts'
import { status } from './status.ts'
import { tokens } from './tokens.ts'

/** Every endpoint of the control plane, by resource: one line each. */
export const contract = { setup, status, session, tokens, channels, models, providers, options: optionCalls, logs }
export type Contract = typeof contract
