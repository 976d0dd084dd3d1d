import type { providers as endpoints } from '#contract/providers.ts'
import { providers } from '#providers/index.ts'
import type { Handlers } from './implement.ts'

export const providerHandlers = (): Handlers<typeof endpoints> => ({
  list: () =>
    providers.map(({ type, name, label, baseUrl, keyHint, otherHint, models }) => ({
      type,
      name,
      label,
      base_url: baseUrl,
      base_url_required: baseUrl === '',
      key_hint: keyHint,
      other_hint: otherHint,
      models: [...models],
    })),
})
