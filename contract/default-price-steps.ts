import { catalogueSteps } from './default-catalogue-prices.ts'
import { quotient } from './default-prices.ts'
import type { PriceStep } from './price-steps.ts'

type StepRow = readonly [models: string, ...steps: readonly (readonly [above: number, input: number, output: number])[]]

/** Makers' steps for long prompts: the models, then from which length on input and output cost so many times the usual. */
const stepRows: readonly StepRow[] = [
  ['gpt-5.6 gpt-5.6-sol gpt-5.6-terra gpt-5.6-luna gpt-5.5 gpt-5.5-pro gpt-5.4 gpt-5.4-pro', [272_000, 2, 1.5]],
  ['gemini-2.5-pro gemini-2.5-pro-thinking gemini-2.5-pro-thinking-*', [200_000, 2, 1.5]],
  ['gemini-2.5-computer-use-preview-10-2025 gemini-3.1-pro-preview gemini-3-pro-preview', [200_000, 2, 1.5]],
  ['grok-4.6 grok-4.5 grok-4.3 grok-4.20 grok-build-0.1', [200_000, 2, 2]],
  ['qwen3-max', [32_000, 2, 2], [128_000, 2.5, 2.5]],
  ['qwen3-coder-plus', [32_000, 1.8, 1.8], [128_000, 3, 3], [256_000, 6, 12]],
  ['qwen3.7-plus', [256_000, 3, 3]],
  ['MiniMax-M3', [512_000, 2, 2]],
]

const inDollars: readonly StepRow[] = catalogueSteps.map(([models, usualInput, usualOutput, ...steps]) => [
  models,
  ...steps.map(
    ([above, input, output]) => [above, quotient(input, usualInput), quotient(output, usualOutput)] as const,
  ),
])

export const defaultPriceSteps: Readonly<Record<string, readonly PriceStep[]>> = Object.fromEntries(
  [...stepRows, ...inDollars].flatMap(([models, ...steps]) => {
    const named = steps.map(([above, input, output]) => ({ above, input, output }))
    return models.split(' ').map((model) => [model, named] as const)
  }),
)
