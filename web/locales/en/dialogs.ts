export const messages = {
  manualCopyTitle: 'Copy manually',
  manualCopyHint: 'The browser does not allow copying to the clipboard. Select the text and copy it.',
  proofTitle: 'Confirm that it is you',
  proofText: 'This concerns an account, and you logged in some time ago.',
  proofPassword: 'Current password',
  proofBy: 'Log in again with {name}',
  callsPaused: 'No new calls begin',
  callsPausedHelp:
    'What they cost could not be stored: the disk of the data folder is full, or the database has been away for too long. Calls go on by themselves as soon as there is room.',
  palettePrompt: 'Find a page, action, user, token, channel, model or setting, or paste a request ID',
  paletteCall: 'Request {id}',
  paletteUnasked: 'Not everything could be searched',
  paletteFailed: 'Failed',
  paletteScheme: 'Toggle dark mode',
  shortcutsHint: 'G, then a letter, goes to a page.',
  wayPicture: 'QR code of the official account',
  wayHint:
    'Scan the QR code to follow the official account and send the message 验证码 to get your code (valid for three minutes).',
  wayCode: 'Verification code',
} as const
