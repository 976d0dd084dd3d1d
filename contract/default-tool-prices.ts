/** Dollars for a thousand calls; what differs by model is told with its name. */
export const defaultToolPrices: Readonly<Record<string, number>> = {
  web_search: 10,
  web_search_preview: 10,
  'web_search_preview:gpt-4o*': 25,
  'web_search_preview:gpt-4.1*': 25,
  google_search: 14,
  'google_search:gemini-1*': 35,
  'google_search:gemini-2*': 35,
  file_search: 2.5,
  image_generation: 150,
  image_generation_low: 11,
  image_generation_medium: 42,
  image_generation_high: 167,
}
