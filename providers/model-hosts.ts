import { compatible, withoutStreamOptions } from './compatible.ts'
import type { Operation, Provider } from './provider.ts'
import { withChineseName } from './words.ts'

const chatOnly: readonly Operation[] = ['chat', 'completions', 'embeddings']

/** Who hosts models of many makers behind OpenAI's dialect: one line each. */
export const modelHosts: readonly Provider[] = [
  compatible({
    type: 1002,
    name: 'groq',
    label: 'Groq',
    baseUrl: 'https://api.groq.com/openai',
    keyHint: 'gsk_…',
    speaks: ['openai-chat', 'openai-responses'],
    operations: ['chat', 'speech', 'transcription', 'translation'],
    models:
      'openai/gpt-oss-120b openai/gpt-oss-20b llama-3.3-70b-versatile llama-3.1-8b-instant groq/compound ' +
      'groq/compound-mini moonshotai/kimi-k2-instruct-0905 qwen/qwen3-32b whisper-large-v3 whisper-large-v3-turbo',
  }),
  compatible({
    type: 1003,
    name: 'together-ai',
    label: 'Together AI',
    baseUrl: 'https://api.together.xyz',
    operations: ['chat', 'completions', 'embeddings', 'image_generation', 'speech', 'transcription', 'rerank'],
    models:
      'deepseek-ai/DeepSeek-V3.1 deepseek-ai/DeepSeek-R1 Qwen/Qwen3-235B-A22B-Instruct-2507-tput ' +
      'moonshotai/Kimi-K2-Instruct-0905 zai-org/GLM-4.6 openai/gpt-oss-120b openai/gpt-oss-20b ' +
      'meta-llama/Llama-3.3-70B-Instruct-Turbo black-forest-labs/FLUX.1-schnell Salesforce/Llama-Rank-V1',
  }),
  compatible({
    type: 1004,
    name: 'fireworks',
    label: 'Fireworks AI',
    baseUrl: 'https://api.fireworks.ai/inference',
    keyHint: 'fw_…',
    speaks: ['openai-chat', 'openai-responses', 'anthropic-messages'],
    operations: ['chat', 'completions', 'embeddings', 'rerank'],
    models:
      'accounts/fireworks/models/deepseek-v3p1 accounts/fireworks/models/deepseek-r1-0528 ' +
      'accounts/fireworks/models/kimi-k2-instruct-0905 accounts/fireworks/models/glm-4p6 ' +
      'accounts/fireworks/models/gpt-oss-120b accounts/fireworks/models/qwen3-235b-a22b-instruct-2507',
  }),
  compatible({
    type: 1005,
    name: 'cerebras',
    label: 'Cerebras',
    baseUrl: 'https://api.cerebras.ai',
    keyHint: 'csk-…',
    operations: ['chat', 'completions'],
    models: 'gpt-oss-120b llama-3.3-70b llama3.1-8b qwen-3-32b qwen-3-235b-a22b-instruct-2507 zai-glm-4.6',
  }),
  compatible({
    type: 1006,
    name: 'nvidia',
    label: 'NVIDIA NIM',
    baseUrl: 'https://integrate.api.nvidia.com',
    keyHint: 'nvapi-…',
    operations: chatOnly,
    models:
      'nvidia/llama-3.3-nemotron-super-49b-v1.5 nvidia/nemotron-3-nano-30b-a3b meta/llama-3.3-70b-instruct ' +
      'deepseek-ai/deepseek-v3.1 openai/gpt-oss-120b qwen/qwen3-235b-a22b moonshotai/kimi-k2-instruct-0905',
  }),
  compatible({
    type: 1007,
    name: 'nebius',
    label: 'Nebius',
    baseUrl: 'https://api.tokenfactory.nebius.com',
    operations: ['chat', 'completions', 'embeddings', 'image_generation'],
    models:
      'deepseek-ai/DeepSeek-V3-0324 deepseek-ai/DeepSeek-R1-0528 Qwen/Qwen3-235B-A22B-Instruct-2507 ' +
      'moonshotai/Kimi-K2-Instruct zai-org/GLM-4.5 openai/gpt-oss-120b meta-llama/Llama-3.3-70B-Instruct',
  }),
  compatible({
    type: 1008,
    name: 'novita',
    label: 'Novita AI',
    baseUrl: 'https://api.novita.ai/openai',
    operations: chatOnly,
    models:
      'deepseek/deepseek-v3.1 deepseek/deepseek-r1-0528 moonshotai/kimi-k2-0905 zai-org/glm-4.6 ' +
      'qwen/qwen3-235b-a22b-instruct-2507 openai/gpt-oss-120b meta-llama/llama-3.3-70b-instruct',
  }),
  compatible({
    type: 1009,
    name: 'deepinfra',
    label: 'DeepInfra',
    baseUrl: 'https://api.deepinfra.com',
    version: '/v1/openai',
    operations: ['chat', 'completions', 'embeddings', 'image_generation', 'speech', 'transcription'],
    models:
      'deepseek-ai/DeepSeek-V3.1 deepseek-ai/DeepSeek-R1-0528 Qwen/Qwen3-235B-A22B-Instruct-2507 ' +
      'moonshotai/Kimi-K2-Instruct-0905 zai-org/GLM-4.6 openai/gpt-oss-120b meta-llama/Llama-3.3-70B-Instruct',
  }),
  compatible({
    type: 1010,
    name: 'sambanova',
    label: 'SambaNova',
    baseUrl: 'https://api.sambanova.ai',
    operations: ['chat', 'embeddings', 'transcription'],
    models:
      'DeepSeek-V3.1 DeepSeek-R1-0528 DeepSeek-V3-0324 gpt-oss-120b Meta-Llama-3.3-70B-Instruct ' +
      'Llama-4-Maverick-17B-128E-Instruct Qwen3-32B E5-Mistral-7B-Instruct Whisper-Large-v3',
  }),
  compatible({
    type: 1011,
    name: 'hyperbolic',
    label: 'Hyperbolic',
    baseUrl: 'https://api.hyperbolic.xyz',
    operations: ['chat', 'completions'],
    models:
      'deepseek-ai/DeepSeek-V3-0324 deepseek-ai/DeepSeek-R1-0528 Qwen/Qwen3-235B-A22B-Instruct-2507 ' +
      'openai/gpt-oss-120b meta-llama/Llama-3.3-70B-Instruct',
  }),
  compatible({
    type: 1012,
    name: 'baseten',
    label: 'Baseten',
    baseUrl: 'https://inference.baseten.co',
    operations: ['chat', 'completions'],
    models:
      'deepseek-ai/DeepSeek-V3.1 moonshotai/Kimi-K2-Instruct-0905 zai-org/GLM-4.6 openai/gpt-oss-120b ' +
      'Qwen/Qwen3-Coder-480B-A35B-Instruct',
  }),
  compatible({
    type: 1015,
    name: 'huggingface',
    label: 'Hugging Face',
    baseUrl: 'https://router.huggingface.co',
    keyHint: 'hf_…',
    speaks: ['openai-chat', 'openai-responses'],
    operations: ['chat'],
    models:
      'openai/gpt-oss-120b deepseek-ai/DeepSeek-V3.1 Qwen/Qwen3-235B-A22B-Instruct-2507 ' +
      'moonshotai/Kimi-K2-Instruct-0905 zai-org/GLM-4.6 meta-llama/Llama-3.3-70B-Instruct',
  }),
  compatible({
    type: 1019,
    name: 'lkeap',
    label: withChineseName('Tencent Cloud LKEAP', '腾讯云知识引擎'),
    baseUrl: 'https://api.lkeap.cloud.tencent.com',
    operations: ['chat'],
    models: 'deepseek-v3.2 deepseek-v3.1 deepseek-v3-0324 deepseek-r1-0528 deepseek-v3 deepseek-r1 kimi-k2-instruct',
  }),
  compatible({
    type: 1020,
    name: 'stepfun',
    label: withChineseName('StepFun', '阶跃星辰'),
    baseUrl: 'https://api.stepfun.com',
    speaks: ['openai-chat', 'anthropic-messages'],
    operations: ['chat', 'image_generation', 'image_edit', 'speech', 'transcription'],
    models:
      'step-3 step-2-mini step-2-16k step-1-8k step-1-32k step-1-128k step-1-256k step-1o-turbo-vision ' +
      'step-1v-8k step-r1-v-mini step-tts-mini step-asr step-1x-medium',
  }),
  compatible({
    type: 1022,
    name: 'vercel',
    label: 'Vercel AI Gateway',
    baseUrl: 'https://ai-gateway.vercel.sh',
    keyHint: 'vck_…',
    speaks: ['openai-chat', 'openai-responses', 'anthropic-messages'],
    operations: ['chat', 'embeddings', 'image_generation'],
    models:
      'openai/gpt-5.1 openai/gpt-5-mini anthropic/claude-sonnet-4.5 anthropic/claude-haiku-4.5 ' +
      'google/gemini-2.5-pro google/gemini-2.5-flash xai/grok-4 deepseek/deepseek-v3.2 moonshotai/kimi-k2',
  }),
  compatible({
    type: 1023,
    name: 'snowflake',
    label: 'Snowflake Cortex',
    baseUrl: '',
    version: '/api/v2/cortex/v1',
    keyHint: {
      en: 'programmatic access token',
      zh: '编程访问令牌',
      ja: 'プログラム用アクセストークン',
      fr: 'jeton d’accès programmatique',
      ru: 'токен программного доступа',
      vi: 'token truy cập lập trình',
    },
    listsModels: false,
    operations: ['chat'],
    models: 'claude-sonnet-4-5 claude-haiku-4-5 openai-gpt-5 openai-gpt-4.1 llama3.3-70b mistral-large2 deepseek-r1',
  }),
  compatible({
    type: 1024,
    name: 'databricks',
    label: 'Databricks',
    baseUrl: '',
    version: '/serving-endpoints',
    keyHint: 'dapi…',
    listsModels: false,
    operations: ['chat', 'completions', 'embeddings'],
    models:
      'databricks-claude-sonnet-4-5 databricks-gpt-oss-120b databricks-meta-llama-3-3-70b-instruct ' +
      'databricks-llama-4-maverick databricks-gte-large-en databricks-bge-large-en',
    changes: withoutStreamOptions,
  }),
  compatible({
    type: 1026,
    name: 'oracle-oci',
    label: 'Oracle Cloud',
    baseUrl: 'https://inference.generativeai.us-chicago-1.oci.oraclecloud.com',
    version: '/20231130/actions/v1',
    keyHint: 'sk-…',
    speaks: ['openai-chat', 'openai-responses'],
    listsModels: false,
    operations: ['chat'],
    models: 'openai.gpt-oss-120b openai.gpt-oss-20b xai.grok-4 xai.grok-4-fast-reasoning meta.llama-3.3-70b-instruct',
  }),
  compatible({
    type: 1028,
    name: 'palmyra',
    label: 'Writer',
    baseUrl: 'https://api.writer.com',
    paths: { 'openai-chat': '/v1/chat' },
    listsModels: false,
    operations: ['chat', 'completions'],
    models: 'palmyra-x5 palmyra-x4 palmyra-med palmyra-fin palmyra-creative',
  }),
]
