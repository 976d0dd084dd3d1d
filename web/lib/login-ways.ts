import * as z from 'zod/mini'
import { providerNames } from './login-providers.ts'
import { jsonPreference } from './preferences.ts'

/** How this browser signed in the last time: the button says so. */
export const lastWayPreference = jsonPreference(
  'last-login',
  z.nullable(z.enum(['password', 'wechat', 'telegram', ...providerNames])),
  null,
)
export type LoginWay = NonNullable<ReturnType<typeof lastWayPreference.get>>
