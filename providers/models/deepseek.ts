import { type MakerModels, pictures, thinks, tools, words } from './model-facts.ts'

// What is asked outside of peak hours: from 1 to 4 and 6 to 10 o'clock UTC on China's working days it is twice as much.
export const deepseekModels: MakerModels = {
  maker: 'DeepSeek',
  page: 'https://api-docs.deepseek.com/quick_start/pricing',
  asOf: '2026-11-26',
  knowledge: { pages: ['https://models.dev/'], asOf: '2026-11-25' },
  models: [
    { names: 'deepseek-coder', context: 128_000, output: 4096, takes: words, able: tools, price: [0.14, 0.28, 0.014] },
    { names: 'deepseek-r1', context: 65_536, output: 8192, takes: words, able: thinks },
    { names: 'deepseek-v3', context: 65_536, output: 8192, takes: words, able: tools, price: [0.27, 1.1, 0.07] },
    { names: 'deepseek-v3.2', context: 163_840, takes: words, able: thinks },
    {
      names: 'deepseek-flash',
      context: 1_000_000,
      output: 393_216,
      takes: pictures,
      able: thinks,
      price: [0.15, 0.6, 0.003],
    },
    {
      names: 'deepseek-v4-flash',
      context: 1_000_000,
      output: 393_216,
      takes: pictures,
      able: thinks,
      price: [0.15, 0.6, 0.003],
      knows: '2025-05',
    },
    {
      names: 'deepseek-v4-flash-vision-exp',
      context: 1_000_000,
      output: 393_216,
      takes: pictures,
      able: thinks,
      price: [0.15, 0.6, 0.003],
    },
    {
      names: 'deepseek-v4-pro',
      context: 1_000_000,
      output: 393_216,
      takes: words,
      able: thinks,
      price: [0.66, 1.98, 0.022],
      knows: '2025-05',
    },
  ],
}
