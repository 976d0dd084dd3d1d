import { type MakerModels, thinks, tools, words } from './model-facts.ts'

export const amazonModels: MakerModels = {
  maker: 'Amazon',
  page: 'https://aws.amazon.com/bedrock/pricing/',
  asOf: '2026-11-26',
  models: [
    {
      names: 'nova-pro amazon.nova-pro-v1:0 us.amazon.nova-pro-v1:0',
      context: 300_000,
      output: 8192,
      takes: ['text', 'image', 'video'],
      able: tools,
      price: [0.8, 3.2, 0.2],
    },
    {
      names: 'nova-lite amazon.nova-lite-v1:0 us.amazon.nova-lite-v1:0',
      context: 300_000,
      output: 8192,
      takes: ['text', 'image', 'video'],
      able: tools,
      price: [0.06, 0.24, 0.015],
    },
    {
      names: 'nova-micro amazon.nova-micro-v1:0 us.amazon.nova-micro-v1:0',
      context: 128_000,
      output: 8192,
      takes: words,
      able: tools,
      price: [0.035, 0.14, 0.00875],
    },
    {
      names: 'global.amazon.nova-2-lite-v1:0',
      context: 1_000_000,
      output: 64_000,
      takes: ['text', 'image', 'file', 'video'],
      able: thinks,
      price: [0.3, 2.5, 0.075],
    },
  ],
}
