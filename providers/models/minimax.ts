import { type MakerModels, pictures, thinks, words } from './model-facts.ts'

export const minimaxModels: MakerModels = {
  maker: 'MiniMax',
  page: 'https://platform.minimax.io/docs/guides/pricing',
  asOf: '2026-11-24',
  models: [
    { names: 'MiniMax-M2.1', context: 1_000_000, output: 8192, takes: words, able: thinks, price: [0.3, 1.2, 0.03] },
    { names: 'MiniMax-M2.5', context: 1_000_000, output: 8192, takes: words, able: thinks, price: [0.3, 1.2, 0.03] },
    {
      names: 'MiniMax-M2.1-lightning',
      context: 1_000_000,
      output: 8192,
      takes: words,
      able: thinks,
      price: [0.3, 2.4, 0.03],
    },
    {
      names: 'MiniMax-M2.5-lightning',
      context: 1_000_000,
      output: 8192,
      takes: words,
      able: thinks,
      price: [0.3, 2.4, 0.03],
    },
    { names: 'MiniMax-M2', context: 204_800, output: 8192, takes: words, able: thinks, price: [0.3, 1.2, 0.03] },
    {
      names: 'MiniMax-M3',
      context: 1_000_000,
      output: 128_000,
      takes: pictures,
      able: thinks,
      price: [0.3, 1.2, 0.06],
      steps: [[512_000, 0.6, 2.4]],
    },
  ],
}
