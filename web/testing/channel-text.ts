import type { Text } from '../lib/i18n.ts'
import { messages } from '../locales/en/channels.ts'

/** The English texts of channels, with their values filled in. */
export const channelText = ((key: keyof typeof messages, values: Record<string, string | number> = {}) => {
  const message = messages[key]
  const text = typeof message === 'string' ? message : message.other
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}) as Text<'channels'> // seam: looked up by name, as the application does
