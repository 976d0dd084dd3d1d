import { type MakerModels, thinks, words } from './model-facts.ts'

export const stepfunModels: MakerModels = {
  maker: 'StepFun',
  page: 'https://platform.stepfun.ai/docs/en/pricing/details',
  asOf: '2026-11-26',
  models: [
    { names: 'step-3.5-flash', context: 256_000, takes: words, able: thinks, price: [0.1, 0.3, 0.02] },
    { names: 'step-3.7-flash', context: 256_000, takes: words, able: thinks, price: [0.2, 1.15, 0.04] },
  ],
}
