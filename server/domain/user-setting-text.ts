import { type UserSetting, userSetting } from '#contract/user.ts'
import type { Vault } from '../lib/vault.ts'

/** A user's setting as it is stored. Text from before a field existed, or none at all, gives the defaults. */
export const readSetting = (text: string): UserSetting => {
  try {
    return userSetting.parse(text === '' ? {} : JSON.parse(text))
  } catch {
    return userSetting.parse({})
  }
}

/** The same with its secret in the clear, for its owner and for what is sent in his name. */
export const openSetting = (text: string, vault: Vault): UserSetting => {
  const setting = readSetting(text)
  return { ...setting, webhook_secret: openSecret(setting.webhook_secret, vault) }
}

/** As it is stored: the secret cannot be read. */
export const sealSetting = (setting: UserSetting, vault: Vault): string =>
  JSON.stringify({
    ...setting,
    webhook_secret: setting.webhook_secret === '' ? '' : vault.seal(setting.webhook_secret),
  })

/** As its owner sees it: whether there is a secret, but not which. */
export const showSetting = (text: string): string => {
  const { webhook_secret, ...setting } = readSetting(text)
  return JSON.stringify({ ...setting, webhook_secret: '', webhook_secret_set: webhook_secret !== '' })
}

/** A secret that was sealed with another key counts as none. */
const openSecret = (sealed: string, vault: Vault): string => {
  try {
    return sealed === '' ? '' : vault.open(sealed)
  } catch {
    return ''
  }
}
