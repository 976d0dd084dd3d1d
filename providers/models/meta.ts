import { type MakerModels, pictures, tools, words } from './model-facts.ts'

export const metaModels: MakerModels = {
  maker: 'Meta',
  page: 'https://llama.developer.meta.com/docs/models',
  asOf: '2026-11-24',
  models: [
    { names: 'Llama-3.3-70B-Instruct', context: 128_000, output: 4028, takes: words, able: tools },
    { names: 'Llama-3.3-8B-Instruct', context: 128_000, output: 4028, takes: words, able: tools },
    { names: 'Llama-4-Maverick-17B-128E-Instruct-FP8', context: 1_000_000, output: 4028, takes: pictures, able: tools },
    { names: 'Llama-4-Scout-17B-16E-Instruct-FP8', context: 10_000_000, output: 4028, takes: pictures, able: tools },
  ],
}
