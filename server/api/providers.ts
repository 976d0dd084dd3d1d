import type { providers as endpoints } from '#contract/providers.ts'
import { guessProvider } from '#providers/guess.ts'
import { isCommon, providers } from '#providers/index.ts'
import { marks } from '#providers/marks.ts'
import { obeyedDialects } from '#providers/obeyed-dialects.ts'
import { wordsIn } from '#providers/words.ts'
import type { Handlers } from './implement.ts'

export const providerHandlers = (): Handlers<typeof endpoints> => ({
  list: ({ readerLanguage }) =>
    providers.map((provider) => ({
      type: provider.type,
      name: provider.name,
      label: wordsIn(readerLanguage, provider.label),
      mark: marks[provider.name] ?? '',
      base_url: provider.baseUrl,
      base_url_required: provider.baseUrl === '',
      base_url_whole: provider.addressIsWhole ?? false,
      key_hint: wordsIn(readerLanguage, provider.keyHint),
      key_is_document: provider.keyIsDocument ?? false,
      other_label: wordsIn(readerLanguage, provider.other?.label ?? ''),
      other_hint: wordsIn(readerLanguage, provider.other?.example ?? ''),
      other_default: provider.other?.usual ?? '',
      organization_hint: provider.organizationHint ?? '',
      models: [...provider.models],
      lists_models: provider.modelList !== undefined,
      tells_balance: provider.balance !== undefined,
      dialects: obeyedDialects(provider),
      common: isCommon(provider),
    })),
  guess: ({ body }) => {
    const { key, baseUrl, types } = guessProvider(body.text)
    return { key, base_url: baseUrl, types: [...types] }
  },
})
