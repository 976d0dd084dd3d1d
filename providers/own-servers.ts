import { compatible, usualOperations } from './compatible.ts'
import type { Operation, Provider } from './provider.ts'
import { anyText } from './words.ts'

const local: readonly Operation[] = ['chat', 'completions', 'embeddings']

/** Servers that operators run themselves, behind OpenAI's dialect: one line each. They serve whatever was loaded. */
export const ownServers: readonly Provider[] = [
  compatible({
    type: 1029,
    name: 'vllm-server',
    label: 'vLLM',
    baseUrl: 'http://localhost:8000',
    keyHint: anyText,
    speaks: ['openai-chat', 'openai-responses', 'anthropic-messages'],
    operations: [...local, 'count_tokens', 'transcription', 'translation', 'rerank'],
    models: '',
  }),
  compatible({
    type: 1030,
    name: 'sglang',
    label: 'SGLang',
    baseUrl: 'http://localhost:30000',
    keyHint: anyText,
    speaks: ['openai-chat', 'openai-responses'],
    operations: [...local, 'rerank'],
    models: '',
  }),
  compatible({
    type: 1031,
    name: 'lmstudio',
    label: 'LM Studio',
    baseUrl: 'http://localhost:1234',
    keyHint: anyText,
    speaks: ['openai-chat', 'openai-responses', 'anthropic-messages'],
    operations: local,
    models: '',
  }),
  compatible({
    type: 1032,
    name: 'llamacpp',
    label: 'llama.cpp',
    baseUrl: 'http://localhost:8080',
    keyHint: anyText,
    speaks: ['openai-chat', 'anthropic-messages'],
    operations: [...local, 'count_tokens', 'rerank'],
    models: '',
  }),
  compatible({
    type: 1033,
    name: 'sluice-like',
    label: {
      en: 'Another gateway of this family',
      zh: '同类网关',
      ja: '同系列の別のゲートウェイ',
      fr: 'Autre passerelle de cette famille',
      ru: 'Другой шлюз этого семейства',
      vi: 'Gateway khác cùng họ',
    },
    baseUrl: '',
    speaks: ['openai-chat', 'openai-responses', 'anthropic-messages'],
    operations: [...usualOperations, 'count_tokens'],
    models: '',
  }),
]
