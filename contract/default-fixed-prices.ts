/** Dollars per call, for what is not sold by the token. A fixed price goes before a ratio. */
export const defaultFixedPrices: Readonly<Record<string, number>> = {
  'veo-2.0-generate-001': 0.35,
  'veo-3.0-generate-001': 0.4,
  'veo-3.0-fast-generate-001': 0.15,
  'veo-3.1-generate-preview': 0.4,
  'veo-3.1-fast-generate-preview': 0.15,
  'dall-e-3': 0.04,
  'dall-e-2': 0.02,
  'imagen-3.0-generate-002': 0.03,
  'imagen-4.0-generate-001': 0.04,
  'imagen-4.0-ultra-generate-001': 0.06,
  'imagen-4.0-fast-generate-001': 0.02,
  'flux-1.1-pro': 0.04,
  'flux.1-kontext-pro': 0.04,
  'grok-2-image': 0.07,
  'grok-imagine-image': 0.02,
  'cogview-3-plus': 0.008,
  'cogview-4': 0.008,
  'wanx-v1': 0.02,
  'qwen-image': 0.03,
  'stable-diffusion-3': 0,
  'sora-2': 0.3,
  'sora-2-pro': 0.5,
  'gpt-4-gizmo-*': 0.1,
  suno_music: 0.1,
  suno_lyrics: 0.01,
  mj_imagine: 0.1,
  mj_variation: 0.1,
  mj_high_variation: 0.1,
  mj_low_variation: 0.1,
  mj_reroll: 0.1,
  mj_blend: 0.1,
  mj_modal: 0.1,
  mj_zoom: 0.1,
  mj_shorten: 0.1,
  mj_pan: 0.1,
  mj_edits: 0.1,
  mj_inpaint: 0,
  mj_custom_zoom: 0,
  mj_describe: 0.05,
  mj_upscale: 0.05,
  mj_upload: 0.05,
  mj_video: 0.8,
  swap_face: 0.05,
}

/** Of those the models whose price is that of one second of a film. */
export const defaultPricedBySecond: readonly string[] = Object.keys(defaultFixedPrices).filter((model) =>
  model.startsWith('veo-'),
)

/** Films that cost more in a larger size: so many times the usual. */
export const defaultFilmSizes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'sora-2-pro': { '1024x1792': 1.6667 },
}
