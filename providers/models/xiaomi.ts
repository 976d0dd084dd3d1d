import { type MakerModels, thinks, words } from './model-facts.ts'

export const xiaomiModels: MakerModels = {
  maker: 'Xiaomi',
  page: 'https://platform.xiaomimimo.com/docs/pricing',
  asOf: '2026-11-26',
  models: [
    {
      names: 'mimo-v2.6-pro',
      context: 1_048_576,
      output: 131_072,
      takes: ['text', 'image', 'audio', 'video'],
      able: thinks,
      price: [0.435, 0.87, 0.0036],
    },
    {
      names: 'mimo-v2.6-flash',
      context: 1_048_576,
      output: 131_072,
      takes: ['text', 'image', 'audio', 'video'],
      able: thinks,
      price: [0.14, 0.28, 0.0028],
    },
    {
      names: 'mimo-v2.5-pro',
      context: 1_048_576,
      output: 131_072,
      takes: words,
      able: thinks,
      price: [0.435, 0.87, 0.0036],
    },
    {
      names: 'mimo-v2.5',
      context: 1_048_576,
      output: 131_072,
      takes: ['text', 'image', 'audio', 'video'],
      able: thinks,
      price: [0.14, 0.28, 0.0028],
    },
  ],
}
