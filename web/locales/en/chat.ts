export const messages = {
  chat: 'Chat',
  redirecting: 'Redirecting…',
  appMissing: 'Nothing opened? The app may not be installed on this device.',
  openApp: 'Open the app',
  loginWanted: 'This chat opens with one of your API tokens. Log in to use it.',
  tokenMissing: 'You have no enabled API token. Create or enable one first.',
  chatsUnset: 'No chat links are set up. Contact the admin.',
  chatUnread: 'The chat data could not be read',
  linkWrong: 'The chat link is misconfigured. Contact the admin.',
  chatsUnsetHere: 'No chat links are configured yet',
  linkWrongHere: 'This chat link cannot be opened: its address is not right',
} as const
