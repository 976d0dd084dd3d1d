import { choiceParameter, textParameter } from '../../lib/search-parameters.ts'
import { tableSearch } from '../../lib/table-state.ts'
import { auditAreas } from './audit-acts.ts'

export const auditSearch = tableSearch({
  actor: textParameter,
  target: textParameter,
  area: choiceParameter(auditAreas),
})
