/**
 * The texts of the console, by area, as English has them. A page asks for its area with `useText('tokens')`, and gets its
 * keys and those of `common`. To add an area: `<area>.ts` in the folder of every language, and one line here.
 */
export type Areas = {
  common: typeof import('./en/common.ts').messages
  lists: typeof import('./en/lists.ts').messages
  dialogs: typeof import('./en/dialogs.ts').messages
  session: typeof import('./en/session.ts').messages
  setup: typeof import('./en/setup.ts').messages
  start: typeof import('./en/start.ts').messages
  status: typeof import('./en/status.ts').messages
  home: typeof import('./en/home.ts').messages
  personal: typeof import('./en/personal.ts').messages
  tokens: typeof import('./en/tokens.ts').messages
  redemptions: typeof import('./en/redemptions.ts').messages
  wallet: typeof import('./en/wallet.ts').messages
  channels: typeof import('./en/channels.ts').messages
  cards: typeof import('./en/cards.ts').messages
  users: typeof import('./en/users.ts').messages
  audit: typeof import('./en/audit.ts').messages
  dashboard: typeof import('./en/dashboard.ts').messages
  logs: typeof import('./en/logs.ts').messages
  drawings: typeof import('./en/drawings.ts').messages
  songs: typeof import('./en/songs.ts').messages
  chat: typeof import('./en/chat.ts').messages
  playground: typeof import('./en/playground.ts').messages
  pricing: typeof import('./en/pricing.ts').messages
  settings: typeof import('./en/settings.ts').messages
  options: typeof import('./en/options.ts').messages
  entries: typeof import('./en/entries.ts').messages
  videos: typeof import('./en/videos.ts').messages
  batches: typeof import('./en/batches.ts').messages
}
