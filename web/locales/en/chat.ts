export const messages = {
  chat: 'Chat',
  redirecting: 'Redirecting......',
  loginWanted: 'This chat opens with one of your API tokens. Log in to use it.',
  tokenMissing: 'No available enabled token, please check that a token is enabled!',
  chatsUnset: 'Please contact the admin to configure chat links',
  chatUnread: 'Failed to parse chat data',
  linkWrong: 'Channel chat link config error, contact the admin',
  chatsUnsetHere: 'No chat links are configured yet',
  linkWrongHere: 'This chat link cannot be opened: its address is not right',
} as const
