import { redirect } from '@tanstack/react-router'
import { currentUser, isAdmin, isRoot } from '../lib/session.ts'
import { currentStatus } from '../lib/status.ts'

/** Setup comes before everything, and only once. */
export const guardSetup = ({ location }: { location: { pathname: string } }): void => {
  const isSetupPage = location.pathname === '/setup'
  const { setup } = currentStatus()
  if (!setup && !isSetupPage) throw redirect({ to: '/setup', replace: true })
  if (setup && isSetupPage) throw redirect({ to: '/', replace: true })
}

export const guardLogin = (): void => {
  if (!currentUser()) throw redirect({ to: '/login' })
}

/** Pages for administrators are not offered to others: they see their own tokens instead. */
export const guardAdmin = (): void => {
  if (!isAdmin(currentUser())) throw redirect({ to: '/personal', replace: true })
}

export const guardRoot = (): void => {
  if (!isRoot(currentUser())) throw redirect({ to: '/personal', replace: true })
}

/** Everybody edits the own account on the personal page. */
export const guardOwnEdit = (): void => {
  throw redirect({ to: '/personal', replace: true })
}
