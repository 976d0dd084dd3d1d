import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { auditSearch } from '../features/audit/audit-search.ts'
import { channelsSearch } from '../features/channels/list/channels-search.ts'
import { dashboardSearch } from '../features/dashboard/dashboard-search.ts'
import { logsSearch } from '../features/logs/logs-search.ts'
import { personalSearch } from '../features/personal/personal-search.ts'
import { pricingSearch } from '../features/pricing/pricing-search.ts'
import { redemptionsSearch } from '../features/redemptions/redemptions-search.ts'
import { callbackSearch } from '../features/session/callback-search.ts'
import { loginSearch } from '../features/session/login-search.ts'
import { registerSearch } from '../features/session/register-search.ts'
import { resetSearch } from '../features/session/reset-search.ts'
import { settingsSearch } from '../features/settings/settings-search.ts'
import { tokensSearch } from '../features/tokens/tokens-search.ts'
import { usersSearch } from '../features/users/users-search.ts'
import { type Area, loadArea } from '../lib/i18n.ts'
import { parseSearch, stringifySearch } from '../lib/search-parameters.ts'
import { Frame } from './frame.tsx'
import { guardAdmin, guardLogin, guardOwnEdit, guardRoot, guardSetup } from './guards.ts'
import type { PlainKey } from './navigation.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { PageError } from './page-error.tsx'
import { PageLoading } from './page-loading.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The common word for the browser's tab. */
    title?: PlainKey
    /** `page` has the side bar; `plain` has none; `bare` has no margins; `full` has no footer either. */
    layout?: 'page' | 'plain' | 'bare' | 'full'
  }
}

/** The texts of a page load beside its code, not after it. */
const texts = (area: Area) => () => loadArea(area)

const root = createRootRoute({ beforeLoad: guardSetup, component: Outlet })
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: Frame,
  notFoundComponent: NotFoundPage,
})

/** Anyone. */
const open = createRoute({ getParentRoute: () => frame, id: 'open' })
/** Signed in. */
const own = createRoute({ getParentRoute: () => frame, id: 'own', beforeLoad: guardLogin })
/** Administrators. */
const admin = createRoute({ getParentRoute: () => own, id: 'admin', beforeLoad: guardAdmin })

const home = createRoute({
  getParentRoute: () => open,
  path: '/',
  staticData: { layout: 'bare' },
  loader: texts('home'),
  component: lazyRouteComponent(() => import('../features/home/home-page.tsx'), 'HomePage'),
})
const about = createRoute({
  getParentRoute: () => open,
  path: '/about',
  staticData: { title: 'about' },
  loader: texts('home'),
  component: lazyRouteComponent(() => import('../features/about/about-page.tsx'), 'AboutPage'),
})
const pricing = createRoute({
  getParentRoute: () => open,
  path: '/pricing',
  validateSearch: pricingSearch,
  staticData: { title: 'pricing' },
  loader: texts('pricing'),
  component: lazyRouteComponent(() => import('../features/pricing/pricing-page.tsx'), 'PricingPage'),
})
const setup = createRoute({
  getParentRoute: () => open,
  path: '/setup',
  staticData: { layout: 'plain' },
  loader: texts('setup'),
  component: lazyRouteComponent(() => import('../features/setup/setup-page.tsx'), 'SetupPage'),
})
const login = createRoute({
  getParentRoute: () => open,
  path: '/login',
  validateSearch: loginSearch,
  staticData: { title: 'login', layout: 'plain' },
  loader: texts('session'),
  component: lazyRouteComponent(() => import('../features/session/login-page.tsx'), 'LoginPage'),
})
const register = createRoute({
  getParentRoute: () => open,
  path: '/register',
  validateSearch: registerSearch,
  staticData: { title: 'register', layout: 'plain' },
  loader: texts('session'),
  component: lazyRouteComponent(() => import('../features/session/register-page.tsx'), 'RegisterPage'),
})
const callback = createRoute({
  getParentRoute: () => open,
  path: '/oauth/$provider',
  validateSearch: callbackSearch,
  staticData: { title: 'login', layout: 'plain' },
  loader: texts('session'),
  component: lazyRouteComponent(() => import('../features/session/callback-page.tsx'), 'CallbackPage'),
})
const resetRequest = createRoute({
  getParentRoute: () => open,
  path: '/reset',
  staticData: { title: 'login', layout: 'plain' },
  loader: texts('session'),
  component: lazyRouteComponent(() => import('../features/session/reset-request-page.tsx'), 'ResetRequestPage'),
})
const resetConfirm = createRoute({
  getParentRoute: () => open,
  path: '/user/reset',
  validateSearch: resetSearch,
  staticData: { title: 'login', layout: 'plain' },
  loader: texts('session'),
  component: lazyRouteComponent(() => import('../features/session/reset-confirm-page.tsx'), 'ResetConfirmPage'),
})
/** One page at two paths: without a number it is the first chat. */
const chatOptions = {
  getParentRoute: () => open,
  staticData: { layout: 'full' },
  loader: texts('chat'),
  component: lazyRouteComponent(() => import('../features/chat/chat-page.tsx'), 'ChatPage'),
} as const
const firstChat = createRoute({ ...chatOptions, path: '/chat' })
const chat = createRoute({ ...chatOptions, path: '/chat/$id' })
const chatRedirect = createRoute({
  getParentRoute: () => own,
  path: '/chat2link',
  staticData: { layout: 'plain' },
  loader: texts('chat'),
  component: lazyRouteComponent(() => import('../features/chat/chat-redirect-page.tsx'), 'ChatRedirectPage'),
})
const personal = createRoute({
  getParentRoute: () => own,
  path: '/personal',
  validateSearch: personalSearch,
  staticData: { title: 'personal' },
  loader: texts('personal'),
  component: lazyRouteComponent(() => import('../features/personal/personal-page.tsx'), 'PersonalPage'),
})
const settings = createRoute({
  getParentRoute: () => admin,
  path: '/setting',
  validateSearch: settingsSearch,
  staticData: { title: 'settings' },
  loader: () => Promise.all([loadArea('settings'), loadArea('options')]),
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
})
const tokens = createRoute({
  getParentRoute: () => own,
  path: '/token',
  validateSearch: tokensSearch,
  staticData: { title: 'tokens' },
  loader: texts('tokens'),
  component: lazyRouteComponent(() => import('../features/tokens/tokens-page.tsx'), 'TokensPage'),
})
const dashboard = createRoute({
  getParentRoute: () => own,
  path: '/detail',
  validateSearch: dashboardSearch,
  staticData: { title: 'dashboard' },
  loader: texts('dashboard'),
  component: lazyRouteComponent(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
})
const logs = createRoute({
  getParentRoute: () => own,
  path: '/log',
  validateSearch: logsSearch,
  staticData: { title: 'logs' },
  loader: texts('logs'),
  component: lazyRouteComponent(() => import('../features/logs/logs-page.tsx'), 'LogsPage'),
})
const channels = createRoute({
  getParentRoute: () => admin,
  path: '/channel',
  validateSearch: channelsSearch,
  staticData: { title: 'channels' },
  loader: texts('channels'),
  component: lazyRouteComponent(() => import('../features/channels/channels-page.tsx'), 'ChannelsPage'),
})
const redemptions = createRoute({
  getParentRoute: () => admin,
  path: '/redemption',
  validateSearch: redemptionsSearch,
  staticData: { title: 'redemptions' },
  loader: texts('redemptions'),
  component: lazyRouteComponent(() => import('../features/redemptions/redemptions-page.tsx'), 'RedemptionsPage'),
})
const wallet = createRoute({
  getParentRoute: () => own,
  path: '/topup',
  staticData: { title: 'wallet' },
  loader: texts('wallet'),
  component: lazyRouteComponent(() => import('../features/wallet/wallet-page.tsx'), 'WalletPage'),
})
const users = createRoute({
  getParentRoute: () => admin,
  path: '/user',
  validateSearch: usersSearch,
  staticData: { title: 'users' },
  loader: texts('users'),
  component: lazyRouteComponent(() => import('../features/users/users-page.tsx'), 'UsersPage'),
})
const audit = createRoute({
  getParentRoute: () => admin,
  path: '/audit',
  beforeLoad: guardRoot,
  validateSearch: auditSearch,
  staticData: { title: 'audit' },
  loader: texts('audit'),
  component: lazyRouteComponent(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
})
const ownEdit = createRoute({ getParentRoute: () => own, path: '/user/edit', beforeLoad: guardOwnEdit })
/** The page itself draws its form over the list at these. */
const channelAdd = createRoute({ getParentRoute: () => channels, path: 'add', staticData: { title: 'channels' } })
const channelEdit = createRoute({ getParentRoute: () => channels, path: 'edit/$id', staticData: { title: 'channels' } })
const userEdit = createRoute({ getParentRoute: () => users, path: 'edit/$id', staticData: { title: 'users' } })
const missing = createRoute({
  getParentRoute: () => open,
  path: '$',
  staticData: { title: 'notFoundTitle' },
  component: NotFoundPage,
})

const routeTree = root.addChildren([
  frame.addChildren([
    open.addChildren([
      home,
      about,
      pricing,
      setup,
      login,
      register,
      callback,
      resetRequest,
      resetConfirm,
      firstChat,
      chat,
      missing,
    ]),
    own.addChildren([
      personal,
      tokens,
      dashboard,
      logs,
      wallet,
      chatRedirect,
      ownEdit,
      admin.addChildren([
        redemptions,
        settings,
        audit,
        channels.addChildren([channelAdd, channelEdit]),
        users.addChildren([userEdit]),
      ]),
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})
