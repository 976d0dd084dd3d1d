import { type AnyRoute, createRoute } from '@tanstack/react-router'
import {
  CircleDollarSign,
  Film,
  FlaskConical,
  Gauge,
  Gift,
  History,
  Image,
  KeyRound,
  Layers,
  Music,
  Network,
  ScrollText,
  Settings,
  Shapes,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react'
import { auditSearch } from '../features/audit/audit-search.ts'
import { batchesSearch } from '../features/batches/batches-search.ts'
import { channelsSearch } from '../features/channels/list/channels-search.ts'
import { dashboardSearch } from '../features/dashboard/dashboard-search.ts'
import { drawingsSearch } from '../features/drawings/drawings-search.ts'
import { logsSearch } from '../features/logs/logs-search.ts'
import { personalSearch } from '../features/personal/personal-search.ts'
import { playgroundSearch } from '../features/playground/playground-search.ts'
import { pricingSearch } from '../features/pricing/pricing-search.ts'
import { redemptionsSearch } from '../features/redemptions/redemptions-search.ts'
import { callbackSearch, loginSearch, registerSearch, resetSearch } from '../features/session/session-searches.ts'
import { leadToOwnPages, optionSearch, priceSearch, settingsSearch } from '../features/settings/settings-search.ts'
import { songsSearch } from '../features/songs/songs-search.ts'
import { tokensSearch } from '../features/tokens/tokens-search.ts'
import { usersSearch } from '../features/users/users-search.ts'
import { videosSearch } from '../features/videos/videos-search.ts'
import { type Area, loadArea, type WordKey } from '../lib/i18n.ts'
import { lazyPage } from '../lib/lazy-part.tsx'
import { recordSearch } from '../lib/search-parameters.ts'
import { guardOwnEdit, guardWay } from './guards.ts'
import { frame } from './root-routes.ts'

const inFrame = { getParentRoute: () => frame }

/** The texts of a page load beside its code, not after it. */
const texts =
  (...areas: Area[]) =>
  () =>
    Promise.all(areas.map((area) => loadArea(area)))

/** One page at two paths: without a number it is the first chat. */
const chat = {
  ...inFrame,
  staticData: { layout: 'full' },
  loader: texts('chat'),
  component: lazyPage(() => import('../features/chat/chat-page.tsx'), 'ChatPage'),
} as const

/** Of lists that draw their forms over themselves: what makes a record, and what changes one. */
const formsOf = <List extends AnyRoute>(list: List, title: WordKey<'common'>) =>
  [
    createRoute({ getParentRoute: () => list, path: 'add', staticData: { title } }),
    createRoute({ getParentRoute: () => list, path: 'edit/$id', staticData: { title } }),
  ] as const

const tokens = createRoute({
  ...inFrame,
  path: '/token',
  validateSearch: tokensSearch,
  staticData: {
    title: 'tokens',
    palette: () => import('../features/tokens/tokens-palette.ts'),
    access: 'user',
    navigation: { group: 'console', icon: KeyRound, letter: 't' },
  },
  loader: texts('tokens', 'lists'),
  component: lazyPage(() => import('../features/tokens/tokens-page.tsx'), 'TokensPage'),
})
const redemptions = createRoute({
  ...inFrame,
  path: '/redemption',
  validateSearch: redemptionsSearch,
  staticData: { title: 'redemptions', access: 'admin', navigation: { group: 'admin', icon: Gift, letter: 'r' } },
  loader: texts('redemptions', 'lists'),
  component: lazyPage(() => import('../features/redemptions/redemptions-page.tsx'), 'RedemptionsPage'),
})
const channels = createRoute({
  ...inFrame,
  path: '/channel',
  validateSearch: channelsSearch,
  staticData: {
    title: 'channels',
    palette: () => import('../features/channels/channels-palette.ts'),
    access: 'admin',
    navigation: { group: 'admin', icon: Network, letter: 'c' },
  },
  loader: texts('channels', 'lists'),
  component: lazyPage(() => import('../features/channels/channels-page.tsx'), 'ChannelsPage'),
})
const users = createRoute({
  ...inFrame,
  path: '/user',
  validateSearch: usersSearch,
  staticData: {
    title: 'users',
    palette: () => import('../features/users/users-palette.ts'),
    access: 'admin',
    navigation: { group: 'admin', icon: Users, letter: 'u' },
  },
  loader: texts('users', 'lists'),
  component: lazyPage(() => import('../features/users/users-page.tsx'), 'UsersPage'),
})

/**
 * Every page of the console, one row each: its path, what stands in its address, who may open it, its words, and its
 * place in the side bar, in the order of this list. Titles, shortcuts, the palette and the guards follow.
 */
export const pages = [
  createRoute({
    ...inFrame,
    path: '/',
    staticData: { layout: 'bare' },
    loader: texts('home'),
    component: lazyPage(() => import('../features/home/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    ...inFrame,
    path: '/about',
    staticData: { title: 'about' },
    loader: texts('home'),
    component: lazyPage(() => import('../features/about/about-page.tsx'), 'AboutPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/pricing',
    validateSearch: pricingSearch,
    staticData: { title: 'pricing', palette: () => import('../features/pricing/pricing-palette.ts') },
    loader: texts('pricing', 'lists'),
    component: lazyPage(() => import('../features/pricing/pricing-page.tsx'), 'PricingPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/status',
    staticData: { title: 'modelStatus' },
    loader: texts('status'),
    component: lazyPage(() => import('../features/status/status-page.tsx'), 'StatusPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/setup',
    staticData: { layout: 'plain' },
    loader: texts('setup'),
    component: lazyPage(() => import('../features/setup/setup-page.tsx'), 'SetupPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/start',
    staticData: { title: 'start', access: 'root' },
    loader: texts('start'),
    component: lazyPage(() => import('../features/start/start-page.tsx'), 'StartPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/login',
    validateSearch: loginSearch,
    staticData: { title: 'login', layout: 'plain' },
    loader: texts('session'),
    component: lazyPage(() => import('../features/session/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/register',
    validateSearch: registerSearch,
    staticData: { title: 'register', layout: 'plain' },
    loader: texts('session'),
    component: lazyPage(() => import('../features/session/register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/oauth/$provider',
    validateSearch: callbackSearch,
    beforeLoad: guardWay,
    staticData: { title: 'login', layout: 'plain' },
    loader: texts('session'),
    component: lazyPage(() => import('../features/session/callback-page.tsx'), 'CallbackPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/reset',
    staticData: { layout: 'plain' },
    loader: texts('session'),
    component: lazyPage(() => import('../features/session/reset-request-page.tsx'), 'ResetRequestPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/user/reset',
    validateSearch: resetSearch,
    staticData: { layout: 'plain' },
    loader: texts('session'),
    component: lazyPage(() => import('../features/session/reset-confirm-page.tsx'), 'ResetConfirmPage'),
  }),
  createRoute({ ...chat, path: '/chat' }),
  createRoute({ ...chat, path: '/chat/$id' }),
  createRoute({
    ...inFrame,
    path: '/chat2link',
    staticData: { layout: 'plain', access: 'user' },
    loader: texts('chat'),
    component: lazyPage(() => import('../features/chat/chat-redirect-page.tsx'), 'ChatRedirectPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/playground',
    validateSearch: playgroundSearch,
    staticData: {
      title: 'playground',
      layout: 'tool',
      access: 'user',
      navigation: { group: 'top', icon: FlaskConical, letter: 'p' },
    },
    loader: texts('playground', 'entries'),
    component: lazyPage(() => import('../features/playground/playground-page.tsx'), 'PlaygroundPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/detail',
    validateSearch: dashboardSearch,
    staticData: {
      title: 'dashboard',
      access: 'user',
      navigation: { group: 'console', icon: Gauge, letter: 'd', isOn: ({ enable_data_export }) => enable_data_export },
    },
    loader: texts('dashboard', 'lists'),
    component: lazyPage(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),
  tokens.addChildren(formsOf(tokens, 'tokens')),
  createRoute({
    ...inFrame,
    path: '/token/$id',
    validateSearch: recordSearch,
    staticData: { title: 'tokens', access: 'user' },
    loader: texts('tokens', 'lists', 'logs', 'dashboard', 'audit'),
    component: lazyPage(() => import('../features/tokens/record/token-page.tsx'), 'TokenPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/log',
    validateSearch: logsSearch,
    staticData: { title: 'logs', access: 'user', navigation: { group: 'console', icon: ScrollText, letter: 'l' } },
    loader: texts('logs', 'lists'),
    component: lazyPage(() => import('../features/logs/logs-page.tsx'), 'LogsPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/midjourney',
    validateSearch: drawingsSearch,
    staticData: {
      title: 'drawings',
      access: 'user',
      navigation: { group: 'console', icon: Image, letter: 'm', isOn: ({ enable_drawing }) => enable_drawing },
    },
    loader: texts('drawings', 'lists'),
    component: lazyPage(() => import('../features/drawings/drawings-page.tsx'), 'DrawingsPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/task',
    validateSearch: songsSearch,
    staticData: {
      title: 'songs',
      access: 'user',
      navigation: { group: 'console', icon: Music, letter: 'k', isOn: ({ enable_task }) => enable_task },
    },
    loader: texts('songs', 'lists'),
    component: lazyPage(() => import('../features/songs/songs-page.tsx'), 'SongsPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/video',
    validateSearch: videosSearch,
    staticData: {
      title: 'videos',
      access: 'user',
      navigation: { group: 'console', icon: Film, letter: 'v', isOn: ({ enable_task }) => enable_task },
    },
    loader: texts('videos', 'lists'),
    component: lazyPage(() => import('../features/videos/videos-page.tsx'), 'VideosPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/batch',
    validateSearch: batchesSearch,
    staticData: {
      title: 'batches',
      access: 'user',
      navigation: { group: 'console', icon: Layers, letter: 'b', isOn: ({ enable_task }) => enable_task },
    },
    loader: texts('batches', 'lists'),
    component: lazyPage(() => import('../features/batches/batches-page.tsx'), 'BatchesPage'),
  }),
  channels.addChildren(formsOf(channels, 'channels')),
  createRoute({
    ...inFrame,
    path: '/channel/$id',
    validateSearch: recordSearch,
    staticData: { title: 'channels', access: 'admin' },
    loader: texts('channels', 'cards', 'lists', 'logs', 'dashboard', 'audit'),
    component: lazyPage(() => import('../features/channels/record/channel-page.tsx'), 'ChannelPage'),
  }),
  redemptions.addChildren(formsOf(redemptions, 'redemptions')),
  users.addChildren(formsOf(users, 'users')),
  createRoute({
    ...inFrame,
    path: '/user/$id',
    validateSearch: recordSearch,
    staticData: { title: 'users', access: 'admin' },
    loader: texts('users', 'tokens', 'lists', 'logs', 'dashboard', 'audit'),
    component: lazyPage(() => import('../features/users/record/user-page.tsx'), 'UserPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/price',
    validateSearch: priceSearch,
    staticData: {
      title: 'modelPrices',
      access: 'admin',
      navigation: { group: 'admin', icon: CircleDollarSign, letter: 'i' },
    },
    loader: texts('settings', 'options', 'lists'),
    component: lazyPage(() => import('../features/settings/price-page.tsx'), 'PricePage'),
  }),
  createRoute({
    ...inFrame,
    path: '/group',
    validateSearch: optionSearch,
    staticData: { title: 'groups', access: 'admin', navigation: { group: 'admin', icon: Shapes, letter: 'o' } },
    loader: texts('settings', 'options', 'entries'),
    component: lazyPage(() => import('../features/settings/group-page.tsx'), 'GroupPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/setting',
    validateSearch: settingsSearch,
    beforeLoad: leadToOwnPages,
    staticData: {
      title: 'settings',
      palette: () => import('../features/settings/settings-palette.ts'),
      access: 'admin',
      navigation: { group: 'admin', icon: Settings, letter: 's' },
    },
    loader: texts('settings', 'options', 'entries'),
    component: lazyPage(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/audit',
    validateSearch: auditSearch,
    staticData: { title: 'audit', access: 'root', navigation: { group: 'admin', icon: History, letter: 'h' } },
    loader: texts('audit', 'options', 'lists'),
    component: lazyPage(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/topup',
    staticData: { title: 'wallet', access: 'user', navigation: { group: 'personal', icon: Wallet, letter: 'w' } },
    loader: texts('wallet'),
    component: lazyPage(() => import('../features/wallet/wallet-page.tsx'), 'WalletPage'),
  }),
  createRoute({
    ...inFrame,
    path: '/personal',
    validateSearch: personalSearch,
    staticData: { title: 'personal', access: 'user', navigation: { group: 'personal', icon: UserRound, letter: 'a' } },
    loader: texts('personal'),
    component: lazyPage(() => import('../features/personal/personal-page.tsx'), 'PersonalPage'),
  }),
  createRoute({ ...inFrame, path: '/user/edit', staticData: { access: 'user' }, beforeLoad: guardOwnEdit }),
]
