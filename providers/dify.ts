import { difyChat } from './dify-chat.ts'
import { bearer, type Provider, type Route, splitAddress } from './provider.ts'

const baseUrl = 'https://api.dify.ai'

/** An application of its own stands behind each key; the names of models are the operator's. */
export const dify: Provider = {
  type: 37,
  name: 'dify',
  label: 'Dify',
  baseUrl,
  keyHint: 'app-…',
  models: [],
  operations: new Set(['chat']),
  route: (facts, { model }): Route => ({
    ...splitAddress(`${facts.baseUrl || baseUrl}/v1/${placeOf(model)}`),
    dialect: difyChat,
    model,
    modelInBody: true,
    fetchesUrls: true,
    defaultMaximumOutput: 8192,
    changes: ({ inputs, query }) =>
      isWorkflow(model) ? { inputs: { ...(typeof inputs === 'object' ? inputs : {}), query }, query: undefined } : {},
  }),
  headers: bearer,
}

const isWorkflow = (model: string): boolean => model.startsWith('workflow')

/** What kind of application it is, is told by how the name begins. */
const placeOf = (model: string): string => {
  if (isWorkflow(model)) return 'workflows/run'
  return model.startsWith('completion') ? 'completion-messages' : 'chat-messages'
}
