import type { JsonObject } from '#protocols/json/json.ts'
import type { Changes, Provider } from './provider.ts'

/** Vendors that give vectors as lists alone are not asked for letters: these are made of what they give. */
export const withPlainVectors = (provider: Provider): Provider => ({
  ...provider,
  route: (facts, wanted, key) => {
    const route = provider.route(facts, wanted, key)
    if (wanted.operation !== 'embeddings') return route
    const { changes } = route
    return { ...route, changes: (body) => ({ ...changes?.(body), ...withoutLetters(body) }) }
  },
})

const withoutLetters = ({ encoding_format: encoding }: JsonObject): Changes =>
  encoding === 'base64' ? { encoding_format: undefined } : {}
