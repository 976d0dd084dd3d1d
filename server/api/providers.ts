import type { providers as endpoints } from '#contract/providers.ts'
import { providers } from '#providers/index.ts'
import { obeyedDialects } from '#providers/obeyed-dialects.ts'
import type { Handlers } from './implement.ts'

export const providerHandlers = (): Handlers<typeof endpoints> => ({
  list: () =>
    providers.map((provider) => {
      const { type, name, label, baseUrl, keyHint, otherHint, models } = provider
      return {
        type,
        name,
        label,
        base_url: baseUrl,
        base_url_required: baseUrl === '',
        key_hint: keyHint,
        other_hint: otherHint,
        models: [...models],
        lists_models: provider.modelList !== undefined,
        tells_balance: provider.balance !== undefined,
        dialects: obeyedDialects(provider),
      }
    }),
})
