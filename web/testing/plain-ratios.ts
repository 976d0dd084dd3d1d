/** Of a priced model whose tokens all cost the same, whatever they are. */
export const plainRatios = {
  cache_ratio: 1,
  cache_creation_ratio: 1,
  cache_creation_hour_ratio: 1,
  image_ratio: 1,
  image_completion_ratio: 1,
  audio_ratio: 1,
  audio_completion_ratio: 1,
  price_steps: [],
}
