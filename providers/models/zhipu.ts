import { type MakerModels, pictures, thinks, tools, words } from './model-facts.ts'

export const zhipuModels: MakerModels = {
  maker: 'Zhipu',
  page: 'https://docs.z.ai/guides/overview/pricing',
  asOf: '2026-11-24',
  models: [
    { names: 'glm-5', context: 200_000, output: 128_000, takes: words, able: thinks, price: [1, 3.2, 0.2] },
    { names: 'glm-5.3', context: 1_000_000, output: 128_000, takes: words, able: thinks, price: [1.4, 4.4, 0.26] },
    { names: 'glm-5.2', context: 1_000_000, output: 128_000, takes: words, able: thinks, price: [1.4, 4.4, 0.26] },
    {
      names: 'glm-5.3-flash',
      context: 1_048_576,
      output: 128_000,
      takes: pictures,
      able: thinks,
      price: [0.15, 0.5, 0.03],
    },
    { names: 'glm-5v-turbo', context: 200_000, output: 128_000, takes: pictures, able: thinks, price: [1.2, 4, 0.24] },
    { names: 'glm-5.1', context: 200_000, output: 128_000, takes: words, able: thinks, price: [1.4, 4.4, 0.26] },
    { names: 'glm-5-code', context: 200_000, output: 128_000, takes: words, able: thinks, price: [1.2, 5, 0.3] },
    { names: 'glm-4.7', context: 200_000, output: 128_000, takes: words, able: thinks, price: [0.6, 2.2, 0.11] },
    { names: 'glm-4.6', context: 200_000, output: 128_000, takes: words, able: thinks, price: [0.6, 2.2, 0.11] },
    { names: 'glm-4.7-flash', context: 200_000, output: 128_000, takes: words, able: thinks },
    { names: 'glm-4.5', context: 128_000, output: 32_000, takes: words, able: tools, price: [0.6, 2.2] },
    { names: 'glm-4.5v', context: 128_000, output: 32_000, takes: pictures, able: tools, price: [0.6, 1.8] },
    { names: 'glm-4.5-x', context: 128_000, output: 32_000, takes: words, able: tools, price: [2.2, 8.9] },
    { names: 'glm-4.5-air', context: 128_000, output: 32_000, takes: words, able: tools, price: [0.2, 1.1] },
    { names: 'glm-4.5-airx', context: 128_000, output: 32_000, takes: words, able: tools, price: [1.1, 4.5] },
    { names: 'glm-4-32b-0414-128k', context: 128_000, output: 32_000, takes: words, able: tools, price: [0.1, 0.1] },
    { names: 'glm-4.5-flash', context: 128_000, output: 32_000, takes: words, able: tools },
  ],
}
