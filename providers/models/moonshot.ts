import { type MakerModels, pictures, thinks, words } from './model-facts.ts'

export const moonshotModels: MakerModels = {
  maker: 'Moonshot',
  page: 'https://platform.moonshot.ai/docs/pricing/chat',
  asOf: '2026-11-26',
  knowledge: { pages: ['https://models.dev/'], asOf: '2026-11-25' },
  models: [
    {
      names: 'kimi-k2.7-code',
      context: 262_144,
      takes: ['text', 'image', 'video'],
      able: thinks,
      price: [0.95, 4, 0.19],
    },
    {
      names: 'kimi-k2.6',
      context: 262_144,
      takes: ['text', 'image', 'video'],
      able: thinks,
      price: [0.95, 4, 0.16],
      knows: '2025-01',
    },
    {
      names: 'kimi-k3.1-pro',
      context: 1_048_576,
      takes: pictures,
      able: thinks,
      price: [2, 10, 0.2],
      cacheWrite: 2,
      cacheWriteHour: 4,
    },
    {
      names: 'kimi-k3.1-pro-highspeed',
      context: 1_048_576,
      takes: pictures,
      able: thinks,
      price: [4, 20, 0.2],
      cacheWrite: 4,
      cacheWriteHour: 8,
    },
    {
      names: 'kimi-k3',
      context: 1_048_576,
      takes: ['text', 'image', 'video'],
      able: thinks,
      price: [3, 15, 0.3],
      cacheWrite: 3,
      cacheWriteHour: 6,
    },
    { names: 'kimi-k2.7-code-highspeed', context: 262_144, takes: words, price: [1.9, 8, 0.38] },
  ],
}
