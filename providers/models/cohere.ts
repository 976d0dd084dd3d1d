import { type MakerModels, pictures, thinks, tools, words } from './model-facts.ts'

export const cohereModels: MakerModels = {
  maker: 'Cohere',
  page: 'https://docs.cohere.com/docs/models',
  asOf: '2026-11-26',
  models: [
    { names: 'command-a-03-2025', context: 256_000, output: 8000, takes: words, able: tools, price: [2.5, 10] },
    { names: 'c4ai-aya-expanse-32b', context: 128_000, output: 4000, takes: words, price: [0.5, 1.5] },
    { names: 'command-a-plus-05-2026', context: 128_000, output: 64_000, takes: pictures, able: thinks },
    { names: 'command-r-08-2024', context: 128_000, output: 4096, takes: words, able: tools, price: [0.15, 0.6] },
    { names: 'command-r-plus-08-2024', context: 128_000, output: 4096, takes: words, able: tools, price: [2.5, 10] },
    { names: 'command-r7b-12-2024', context: 128_000, output: 4096, takes: words, able: tools, price: [0.0375, 0.15] },
    {
      names: 'command-a-reasoning-08-2025',
      context: 256_000,
      output: 32_000,
      takes: words,
      able: thinks,
      price: [2.5, 10],
    },
    { names: 'command-a-vision-07-2025', context: 128_000, output: 8000, takes: pictures, price: [2.5, 10] },
    { names: 'command-a-translate-08-2025', context: 8000, takes: words, able: tools, price: [2.5, 10] },
  ],
}
