import { objectAt, textAt } from '../json/json.ts'
import { amongTools, notSingle, placeOf, type Steering } from '../steering.ts'

const single = placeOf('tool_choice.disable_parallel_tool_use')
const effort = placeOf('output_config.effort', 'thinking.budget_tokens')

export const steering: Steering = {
  places: {
    temperature: placeOf('temperature'),
    topP: placeOf('top_p'),
    topK: placeOf('top_k'),
    stop: placeOf('stop_sequences'),
    maximumOutput: placeOf('max_tokens'),
    parallelTools: { ...single, read: (body) => notSingle(objectAt(body, 'tool_choice')?.disable_parallel_tool_use) },
    webSearch: amongTools((tool) => textAt(tool, 'type')?.startsWith('web_search_') === true),
    effort: { ...effort, whole: placeOf('output_config.effort').paths },
  },
  thinks: (body) => {
    const type = objectAt(body, 'thinking')?.type
    return typeof type === 'string' ? type === 'enabled' || type === 'adaptive' : undefined
  },
}
