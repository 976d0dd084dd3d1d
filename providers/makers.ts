import { marks } from './marks.ts'
import { type Words, withChineseName } from './words.ts'

/** Who makes models. */
export type Maker = {
  label: Words
  /** Its file in the set of marks; empty where there is none. */
  mark: string
}

/** Those that are no provider here, or one whose name is not the maker's. */
const amazon: Maker = { label: 'Amazon', mark: 'nova' }
const baai: Maker = { label: withChineseName('BAAI', '智源'), mark: 'baai' }
const baidu: Maker = { label: withChineseName('Baidu', '百度'), mark: 'wenxin' }
const blackForest: Maker = { label: 'Black Forest Labs', mark: 'bfl' }
const bytedance: Maker = { label: withChineseName('ByteDance', '字节跳动'), mark: 'bytedance' }
const meta: Maker = { label: 'Meta', mark: 'meta' }
const midjourney: Maker = { label: 'Midjourney', mark: 'midjourney' }
const nomic: Maker = { label: 'Nomic', mark: '' }
const stability: Maker = { label: 'Stability AI', mark: 'stability' }
const stepfun: Maker = { label: withChineseName('StepFun', '阶跃星辰'), mark: 'stepfun' }
const suno: Maker = { label: 'Suno', mark: 'suno' }
const xiaomi: Maker = { label: withChineseName('Xiaomi MiMo', '小米 MiMo'), mark: 'xiaomimimo' }

/**
 * Models that begin as few or none of their provider's do: the name of the provider that makes them, or the maker. Names
 * are without what stands before a slash.
 */
const families: readonly (readonly [RegExp, Maker | string])[] = [
  [/^(?:sora|chatgpt|codex|computer-use|chat-latest|text-moderation|babbage|davinci)(?:-|$)|^o[134]-/, 'openai'],
  [/^(?:ministral|devstral|magistral|codestral|voxtral|pixtral|open-mi[sx]tral)/, 'mistral'],
  [/^(?:gemma|imagen|veo|learnlm)-/, 'gemini'],
  [/^(?:zai-glm|cogview|cogvideox?|chatglm)/, 'zhipu'],
  [/^(?:[a-z]+\.)?anthropic\./, 'anthropic'],
  [/^c4ai-/, 'cohere'],
  [/^hy\d/, 'hunyuan'],
  [/^abab/, 'minimax'],
  [/^(?:wanx?|wan\d|text-embedding-v\d)/, 'dashscope'],
  [/^embedding-(?:bert|s1)/, 'ai360'],
  [/^(?:nova-|(?:[a-z]+\.)?amazon\.)/, amazon],
  [/^bge-/, baai],
  [/^(?:ernie|embedding-v1$)/, baidu],
  [/^flux/, blackForest],
  [/^(?:seed-|seedream|seedance)/, bytedance],
  [/^(?:(?:[a-z]+\.)?meta\.|(?:meta-)?llama[-\d]|muse-)/, meta],
  [/^(?:mj_|swap_face$)/, midjourney],
  [/^nomic-/, nomic],
  [/^(?:stable-|sdxl)/, stability],
  [/^step-/, stepfun],
  [/^suno/, suno],
  [/^mimo-/, xiaomi],
]

/** Whose family a name belongs to, by itself. */
export const familyMaker = (model: string): Maker | string | undefined => {
  const name = model.toLowerCase()
  return families.find(([begins]) => begins.test(name))?.[1]
}

/** Every mark that a model or a channel may have. */
export const shownMarks: readonly string[] = [
  ...new Set([
    ...Object.values(marks),
    ...families.flatMap(([, maker]) => (typeof maker === 'string' || maker.mark === '' ? [] : maker.mark)),
  ]),
]
