export const messages = {
  chat: 'Chat',
  redirecting: 'Redirecting......',
  loginWanted: 'This chat opens with one of your API tokens. Log in to use it.',
  tokenMissing: 'No available enabled token, please check that a token is enabled!',
  chatsUnset: 'Please contact the admin to configure chat links',
  chatUnread: 'Failed to parse chat data',
  linkWrong: 'Channel chat link config error, contact the admin',
} as const
