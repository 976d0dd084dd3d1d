import { choiceParameter, textParameter } from '../../lib/search-parameters.ts'
import { tableSearch } from '../../lib/table-state.ts'

/** What acts are about: the word before the dot. */
export const auditAreas = ['user', 'channel', 'redemption', 'option', 'log', 'setup', 'signin'] as const
export type AuditArea = (typeof auditAreas)[number]

export const auditSearch = tableSearch({
  actor: textParameter,
  target: textParameter,
  area: choiceParameter(auditAreas),
})
