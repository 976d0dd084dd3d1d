import { type MakerModels, papers, pictures, thinks, tools, words } from './model-facts.ts'

export const metaModels: MakerModels = {
  maker: 'Meta',
  page: 'https://llama.developer.meta.com/docs/models',
  asOf: '2026-11-26',
  models: [
    { names: 'Llama-3.3-70B-Instruct', context: 128_000, output: 4028, takes: words, able: tools },
    { names: 'Llama-3.3-8B-Instruct', context: 128_000, output: 4028, takes: words, able: tools },
    { names: 'Llama-4-Maverick-17B-128E-Instruct-FP8', context: 1_000_000, output: 4028, takes: pictures, able: tools },
    { names: 'Llama-4-Scout-17B-16E-Instruct-FP8', context: 10_000_000, output: 4028, takes: pictures, able: tools },
    {
      names: 'muse-spark-1.3',
      context: 1_048_576,
      output: 131_072,
      takes: papers,
      able: thinks,
      price: [1.25, 4.25, 0.15],
    },
    {
      names: 'muse-spark-1.2',
      context: 1_048_576,
      output: 131_072,
      takes: papers,
      able: thinks,
      price: [1.25, 4.25, 0.15],
    },
    {
      names: 'muse-spark-1.1',
      context: 1_048_576,
      output: 131_072,
      takes: papers,
      able: thinks,
      price: [1.25, 4.25, 0.15],
    },
  ],
}
