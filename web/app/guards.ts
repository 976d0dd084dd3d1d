import { notFound, redirect, type StaticDataRouteOption } from '@tanstack/react-router'
import { redirectWays } from '#contract/signin-parts.ts'
import { currentUser } from '../lib/session.ts'
import { currentStatus } from '../lib/status.ts'
import { mayOpen } from './page-access.ts'

/** Setup comes before everything, and only once. */
export const guardSetup = ({ location }: { location: { pathname: string } }): void => {
  const isSetupPage = location.pathname === '/setup'
  const { setup } = currentStatus()
  if (!setup && !isSetupPage) throw redirect({ to: '/setup', replace: true })
  if (setup && isSetupPage) throw redirect({ to: '/', replace: true })
}

type Entered = { location: { search: object }; matches: readonly { staticData: StaticDataRouteOption }[] }

/**
 * Pages for administrators are not offered to others: they see their own settings instead. An address that says that the
 * session has expired says so at the login too.
 */
export const guardAccess = ({ location: { search }, matches }: Entered): void => {
  for (const { staticData } of matches) {
    if (staticData.access === undefined) continue
    if (!currentUser()) throw redirect({ to: '/login', search: expiryIn(search) })
    if (!mayOpen(staticData.access, currentUser())) throw redirect({ to: '/personal', replace: true })
  }
}

const expiryIn = (search: object): { expired?: 'true' } =>
  'expired' in search && search.expired === 'true' ? { expired: 'true' } : {}

/** Nobody is sent back from a way to sign in that there is not. */
export const guardWay = ({ params }: { params: { provider: string } }): void => {
  if (!redirectWays.some(({ name }) => name === params.provider)) throw notFound()
}

/** Everybody edits the own account on the personal page. */
export const guardOwnEdit = (): void => {
  throw redirect({ to: '/personal', replace: true })
}
