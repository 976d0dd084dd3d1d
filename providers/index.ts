import { anthropic } from './anthropic.ts'
import { compatibleProviders } from './compatible.ts'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'
import type { Provider } from './provider.ts'

/** One line per vendor. */
export const providers: readonly Provider[] = [openai, anthropic, gemini, ...compatibleProviders]

const byType = new Map(providers.map((provider) => [provider.type, provider]))

/** A type nobody here knows is taken for the dialect nearly all of them speak. */
export const providerOf = (type: number): Provider => byType.get(type) ?? openai
