import { type MakerModels, pictures, thinks } from './model-facts.ts'

export const bytedanceModels: MakerModels = {
  maker: 'ByteDance',
  page: 'https://docs.byteplus.com/en/docs/ModelArk/1544106',
  asOf: '2026-11-26',
  models: [
    {
      names: 'seed-1-8-251228',
      context: 256_000,
      output: 8192,
      takes: pictures,
      able: thinks,
      price: [0.25, 2, 0.05],
      steps: [[128_000, 0.5, 4]],
    },
    {
      names: 'seed-1-6-250915',
      context: 256_000,
      output: 8192,
      takes: pictures,
      able: thinks,
      price: [0.25, 2, 0.05],
      steps: [[128_000, 0.5, 4]],
    },
    {
      names: 'seed-1-6-flash-250715',
      context: 256_000,
      output: 8192,
      takes: pictures,
      able: thinks,
      price: [0.075, 0.3, 0.015],
      steps: [[128_000, 0.1, 0.8]],
    },
  ],
}
