import { createMemberNames } from '../known-names.ts'

const words = `
  model name messages role content thinking images tool_calls id function index tool_name tool_call_id tools type
  description stream think keep_alive options num_ctx num_predict num_keep num_batch num_gpu main_gpu num_thread
  temperature top_p top_k min_p typical_p seed stop repeat_last_n repeat_penalty presence_penalty frequency_penalty
  mirostat mirostat_eta mirostat_tau penalize_newline numa use_mmap logprobs top_logprobs prompt suffix system template
  raw context input truncate dimensions shift verbose
`

const freeWords = `
  arguments parameters format
`

export const memberNames = createMemberNames(words, freeWords)
