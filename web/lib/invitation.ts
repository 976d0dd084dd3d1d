import { readLocal, writeLocal } from './local-storage.ts'

const storageKey = 'aff'

/** Who invited this visitor: kept from the link until an account is made, by whatever way. */
export const invitation = (): string => readLocal(storageKey) ?? ''

export const rememberInvitation = (code: string): void => writeLocal(storageKey, code)

export const forgetInvitation = (): void => writeLocal(storageKey, null)
