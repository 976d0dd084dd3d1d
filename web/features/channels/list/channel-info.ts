import * as z from 'zod/mini'
import { type Channel, channelInfo } from '#contract/channels.ts'

/** Why and since when a channel has its status, as far as that is known. */
const info = z.partial(channelInfo)

export const channelInfoOf = ({ other_info: text }: Channel): z.output<typeof info> => {
  try {
    const parsed = info.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}
