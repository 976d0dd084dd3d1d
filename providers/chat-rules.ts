import type { JsonObject } from '#protocols/json/json.ts'
import type { Changes, Provider, Route, Wanted } from './provider.ts'

/** What a name asks for besides the model, and what must be changed in a conversation. */
export type ChatRules = {
  model: string
  changes: (body: JsonObject) => Changes
  route?: Partial<Route>
}

/** A vendor that speaks OpenAI's chat with rules of its own: they hold for conversations in that dialect alone. */
export const withChatRules = (plain: Provider, rulesFor: (wanted: Wanted) => ChatRules): Provider => ({
  ...plain,
  route: (facts, wanted, key): Route => {
    if (wanted.operation !== 'chat') return plain.route(facts, wanted, key)
    const { model, changes, route: own } = rulesFor(wanted)
    const route = plain.route(facts, { ...wanted, model }, key)
    return route.dialect === 'openai-chat' ? { ...route, ...own, changes } : route
  },
})

/** A suffix taken off a name: undefined where the name ends in none of them. */
export const cutSuffix = (name: string, suffixes: readonly string[]): { model: string; suffix: string | undefined } => {
  const suffix = suffixes.find((each) => name.endsWith(`-${each}`) && name.length > each.length + 1)
  return suffix === undefined ? { model: name, suffix } : { model: name.slice(0, -suffix.length - 1), suffix }
}

/** Takes members away, those of them that are there. */
export const without = (body: JsonObject, fields: readonly string[]): Changes => {
  const present = fields.filter((field) => body[field] !== undefined)
  return Object.fromEntries(present.map((field) => [field, undefined]))
}
