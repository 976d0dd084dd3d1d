/**
 * The texts of the console, by area. A page asks for its area with `useText('tokens')`, and gets its keys and those
 * of `common`. To add an area: `en/<area>.ts`, `zh/<area>.ts` and one line here. Each is a chunk of its own.
 */
export const areas = {
  common: { en: () => import('./en/common.ts'), zh: () => import('./zh/common.ts') },
  lists: { en: () => import('./en/lists.ts'), zh: () => import('./zh/lists.ts') },
  session: { en: () => import('./en/session.ts'), zh: () => import('./zh/session.ts') },
  setup: { en: () => import('./en/setup.ts'), zh: () => import('./zh/setup.ts') },
  start: { en: () => import('./en/start.ts'), zh: () => import('./zh/start.ts') },
  status: { en: () => import('./en/status.ts'), zh: () => import('./zh/status.ts') },
  home: { en: () => import('./en/home.ts'), zh: () => import('./zh/home.ts') },
  personal: { en: () => import('./en/personal.ts'), zh: () => import('./zh/personal.ts') },
  tokens: { en: () => import('./en/tokens.ts'), zh: () => import('./zh/tokens.ts') },
  redemptions: { en: () => import('./en/redemptions.ts'), zh: () => import('./zh/redemptions.ts') },
  wallet: { en: () => import('./en/wallet.ts'), zh: () => import('./zh/wallet.ts') },
  channels: { en: () => import('./en/channels.ts'), zh: () => import('./zh/channels.ts') },
  users: { en: () => import('./en/users.ts'), zh: () => import('./zh/users.ts') },
  audit: { en: () => import('./en/audit.ts'), zh: () => import('./zh/audit.ts') },
  dashboard: { en: () => import('./en/dashboard.ts'), zh: () => import('./zh/dashboard.ts') },
  logs: { en: () => import('./en/logs.ts'), zh: () => import('./zh/logs.ts') },
  drawings: { en: () => import('./en/drawings.ts'), zh: () => import('./zh/drawings.ts') },
  songs: { en: () => import('./en/songs.ts'), zh: () => import('./zh/songs.ts') },
  chat: { en: () => import('./en/chat.ts'), zh: () => import('./zh/chat.ts') },
  playground: { en: () => import('./en/playground.ts'), zh: () => import('./zh/playground.ts') },
  pricing: { en: () => import('./en/pricing.ts'), zh: () => import('./zh/pricing.ts') },
  settings: { en: () => import('./en/settings.ts'), zh: () => import('./zh/settings.ts') },
  options: { en: () => import('./en/options.ts'), zh: () => import('./zh/options.ts') },
} as const
