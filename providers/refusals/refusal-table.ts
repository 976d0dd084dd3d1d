import { type Effort, efforts, type Refusals } from './refusal.ts'

/** What some models refuse at some vendors. */
export type RefusalRow = {
  /** By the names of a family; undefined: all models of the vendors. */
  models?: RegExp
  /** The vendors by whom they are offered; undefined: whoever offers them. */
  at?: readonly string[]
  /** Undefined: in whatever dialect they are spoken to. */
  dialect?: string
  /** Only while they are told to think, or while they are not told not to. */
  while?: 'thinking' | 'not_off'
  refuses: Refusals
}

const from = (least: Effort, most: Effort): { efforts: readonly Effort[] } => ({
  efforts: efforts.slice(efforts.indexOf(least), efforts.indexOf(most) + 1),
})

/** How it samples is fixed. */
const sampling: Refusals = {
  temperature: 'always',
  topP: 'always',
  logprobs: 'always',
  presencePenalty: 'always',
  frequencyPenalty: 'always',
  logitBias: 'always',
}

const openai = ['openai', 'azure']
const moonshot = ['moonshot', 'moonshot-international']
const dashscope = ['dashscope', 'dashscope-international']
const zhipu = ['zhipu', 'zai']
const volcengine = ['volcengine', 'byteplus']
/** Those to whom a member that they do not know is an error. */
const strictHosts = ['groq', 'cerebras', 'nvidia', 'baseten']
/** OpenAI's models but for those that keep a prompt for a day on demand; the newest have a while of their own. */
const keepsNoDay =
  /^(?!gpt-(?:4\.1|5|5-codex|5\.1|5\.1-chat-latest|5\.1-codex(?:-max|-mini)?|5\.[24]|5\.5(?:-pro)?)(?:-\d{4}-.*)?$)(?:o\d|(?:chat)?gpt-)/
/** Models that think before they answer: o1, o3-mini, gpt-5.2, … but not the plain chat variants. */
const thinks = /^(?:o\d|gpt-(?:[5-9]|\d\d))(?!.*-chat(?:-|$))(?!.*-search-)/
/** Those of them whose thinking can be switched off. */
const thinksByChoice = /^gpt-(?:5\.[1-9]|[6-9]|\d\d)(?!.*-chat(?:-|$))(?!.*-search-)/
/** Those whose thinking cannot. */
const thinksAlways = /^(?:o\d|gpt-5(?!\.))(?!.*-chat(?:-|$))(?!.*-search-)/

const grokThinks = /^grok-(?:3-mini|code|build|[4-9](?!.*non-reasoning)|latest)/
const grokTakesAnyEffort = /^grok-(?:4\.(?:[3-9]|[3-9]\d)(?!\d)|[5-9])/
const geminiSince25 = /^gemini-(?:2\.5|[3-9]|.*latest)/

/**
 * All that is known of what models refuse, by their families and by who offers them. Every row that fits holds, one after
 * the other. What Claude models refuse is told by what they are capable of, which their dialect has to know as well
 * (`refusals.ts`).
 */
export const refusalTable: readonly RefusalRow[] = [
  { at: openai, refuses: { topK: 'always', stop: { count: 4 } } },
  { models: /^(?:chatgpt-4o|gpt-(?:3\.5|4))|^gpt-.*-chat(?:-|$)/, refuses: { effort: 'always' } },
  // They keep every prompt unasked, and know no marks.
  { models: /^(?:o\d|(?:chat)?gpt-)/, dialect: 'openai-chat', refuses: { cacheMarks: 'always' } },
  { models: keepsNoDay, at: openai, refuses: { cacheRetention: 'always' } },
  { models: /^gpt-4\.1/, at: ['azure'], refuses: { cacheRetention: 'always' } },
  // In chat only models that always search can be told how; in Responses it is a tool.
  {
    models: /^(?:o\d|(?:chat)?gpt-)(?!.*-search-)/,
    at: openai,
    dialect: 'openai-chat',
    refuses: { webSearch: 'always' },
  },
  { models: /^gpt-4\.1-nano/, dialect: 'openai-responses', refuses: { webSearch: 'always' } },
  { models: /^gpt-.*-search-/, refuses: { ...sampling, choices: 'always', effort: 'always' } },
  { models: thinksAlways, refuses: { ...sampling, stop: 'always' } },
  { models: thinksByChoice, while: 'not_off', refuses: { ...sampling, stop: 'always' } },
  {
    models: thinks,
    at: openai,
    dialect: 'openai-chat',
    refuses: { maximumOutput: { calledAs: 'max_completion_tokens' } },
  },
  { models: /^o\d/, dialect: 'openai-chat', refuses: { parallelTools: 'always' } },
  { models: /^o1-(?:mini|preview)/, refuses: { effort: 'always' } },
  { models: /^o\d(?!-(?:mini|preview)$)/, refuses: { effort: from('low', 'high') } },
  { models: /^gpt-5(?:-(?:mini|nano|\d{4}.*))?$/, refuses: { effort: from('minimal', 'high') } },
  { models: /^gpt-5-pro/, refuses: { effort: { efforts: ['high'] } } },
  { models: /^gpt-5\.1(?!-codex-max)/, refuses: { effort: { efforts: ['none', 'low', 'medium', 'high'] } } },
  { models: /^gpt-5\.[2-5]-pro/, refuses: { effort: from('medium', 'xhigh') } },
  {
    models: /^gpt-5\.[2-5](?!-pro)/,
    refuses: { effort: { efforts: ['none', 'low', 'medium', 'high', 'xhigh'] } },
  },

  { models: geminiSince25, refuses: { presencePenalty: 'always', frequencyPenalty: 'always' } },
  { models: geminiSince25, at: ['gemini'], refuses: { logprobs: 'always' } },
  { models: /^gemini-(?:[3-9]|.*latest)/, at: ['vertex'], refuses: { logprobs: 'always' } },

  { models: grokThinks, refuses: { presencePenalty: 'always', frequencyPenalty: 'always', stop: 'always' } },
  {
    models: /^grok-3-mini/,
    at: ['xai'],
    dialect: 'openai-chat',
    refuses: { maximumOutput: { calledAs: 'max_completion_tokens' } },
  },
  { models: grokTakesAnyEffort, refuses: { effort: from('none', 'xhigh') } },
  { models: /^grok-3-mini/, refuses: { effort: { efforts: ['low', 'high'] } } },
  // Models that think unasked refuse to be told how much.
  { models: /^grok-(?!3-mini|4\.(?:[3-9]|[3-9]\d)(?!\d)|[5-9])/, refuses: { effort: 'always' } },

  // Where thinking is by choice, sampling is fixed.
  {
    models: /^kimi-k(?:2\.[5-9]|[3-9])/,
    at: moonshot,
    dialect: 'openai-chat',
    refuses: { temperature: 'always', topP: 'always' },
  },
  { at: moonshot, dialect: 'openai-chat', refuses: { temperature: { least: 0, most: 1 } } },

  {
    at: strictHosts,
    dialect: 'openai-chat',
    refuses: { webSearch: 'always', cacheKey: 'always', cacheRetention: 'always', cacheMarks: 'always' },
  },
  { at: ['bedrock'], dialect: 'anthropic-messages', refuses: { webSearch: 'always' } },
  {
    at: ['mistral'],
    refuses: {
      logitBias: 'always',
      logprobs: 'always',
      topK: 'always',
      verbosity: 'always',
      webSearch: 'always',
      cacheRetention: 'always',
      cacheMarks: 'always',
    },
  },
  { at: ['mistral'], refuses: { maximumOutput: { calledAs: 'max_tokens' } } },
  {
    models: /^(?!mistral-(?:small-(?:2603|latest)|medium-3\.5))/,
    at: ['mistral'],
    refuses: { effort: 'always' },
  },
  { at: ['deepseek'], dialect: 'openai-chat', refuses: { maximumOutput: { calledAs: 'max_tokens' } } },
  { at: ['groq'], refuses: { logprobs: 'always', logitBias: 'always', topK: 'always' } },
  { at: volcengine, refuses: { effort: from('minimal', 'high') } },
  { at: dashscope, dialect: 'openai-chat', refuses: { topP: { least: 0.001, most: 0.999 } } },
  {
    at: zhipu,
    dialect: 'openai-chat',
    refuses: { temperature: { least: 0, most: 1 }, topP: { least: 0.01, most: 0.99 }, stop: { count: 1 } },
  },
  { at: ['zhipu-v3'], refuses: { topP: { most: 0.99 } } },
  {
    at: ['cohere'],
    dialect: 'cohere-chat',
    refuses: {
      topP: { least: 0.01, most: 0.99 },
      presencePenalty: { least: 0, most: 1 },
      frequencyPenalty: { least: 0, most: 1 },
      stop: { count: 5 },
    },
  },
  { at: ['bedrock'], dialect: 'bedrock-converse', refuses: { temperature: { most: 1 } } },
  { at: ['palm'], refuses: { temperature: { most: 1 } } },
  {
    at: ['baidu'],
    dialect: 'baidu-chat',
    refuses: {
      temperature: { least: 0.01, most: 1 },
      frequencyPenalty: { least: 1, most: 2 },
      maximumOutput: { least: 2 },
    },
  },
  {
    at: ['xunfei'],
    dialect: 'xunfei-chat',
    refuses: { temperature: { least: 0.01, most: 1 }, topK: { least: 1, most: 6 } },
  },
]
