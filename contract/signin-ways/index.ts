import { github } from './github.ts'
import { linuxdo } from './linuxdo.ts'
import { oidc } from './oidc.ts'
import { telegram } from './telegram.ts'
import { wechat } from './wechat.ts'

/** Every way to sign in besides the password, in the order in which they are shown: one line each. */
export const signinWays = [oidc, github, linuxdo, wechat, telegram] as const
