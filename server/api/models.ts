import { ApplicationError } from '#contract/errors.ts'
import type { models } from '#contract/models.ts'
import { endpointTypes } from '#providers/catalogue.ts'
import { providers } from '#providers/index.ts'
import { createPriceList } from '../domain/channels/price-list.ts'
import { groupChoices, usableGroups } from '../domain/groups.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const modelHandlers = ({ domain, refusedParameters }: ControlPlane): Handlers<typeof models> => {
  const priceList = createPriceList(domain)
  return {
    byChannelType: () => Object.fromEntries(providers.map(({ type, models: names }) => [String(type), [...names]])),
    groups: () => Object.keys(domain.options.get('GroupRatio')),
    pricing: ({ caller, readerLanguage }) => {
      const choices = Object.entries(groupChoices(domain.options, caller?.user.group, readerLanguage))
      const groups = choices.map(([name]) => name)
      return {
        data: priceList({ userGroup: caller?.user.group ?? '', groups, language: readerLanguage }),
        beside: {
          group_ratio: Object.fromEntries(choices.map(([name, { ratio }]) => [name, ratio])),
          usable_group: Object.fromEntries(choices.map(([name, { desc }]) => [name, desc])),
          accepts_unpriced:
            caller?.user.setting.accept_unset_model_ratio_model === true || domain.options.get('SelfUseModeEnabled'),
          supported_endpoint: endpointTypes,
        },
      }
    },
    refusals: async ({ caller, query: { model, group: wanted = '' } }) => {
      const group = wanted === '' ? caller.user.group : wanted
      if (!usableGroups(domain.options, caller.user.group).has(group))
        throw new ApplicationError('group_forbidden', { group })
      return [...(await refusedParameters(group, model))]
    },
  }
}
