import { snakeCase } from './gemini-generate/fields.ts'
import type { MemberNames } from './json/member-names.ts'
import type { ProtocolName } from './protocol.ts'

/** Names of members that some reader of a request understands; nobody writes them in two ways but Google. */
const usual = `
  model models route preset plugins provider fallbacks messages stream stream_options include_usage n best_of
  max_tokens max_completion_tokens max_output_tokens max_response_output_tokens tools tool_choice tool_config functions
  function function_call parallel_tool_calls web_search_options search_context_size user_location
  response_format json_schema prompt suffix input instructions previous_response_id conversation store background
  truncation reasoning reasoning_effort effort summary include text format verbosity modalities output_modalities audio
  voice prediction service_tier size quality style image images mask image_url input_image url detail file files file_id
  file_ids file_data file_url filename input_audio data output output_format output_compression partial_images moderation
  input_fidelity speed stream_format query top_n max_chunks_per_doc return_documents encoding_format dimensions system
  source content title context citations role type name description arguments tool_calls tool_call_id id call_id
  tool_use_id is_error thinking budget_tokens signature reasoning_content reasoning_details refusal cache_control ttl
  max_uses container containers mcp_servers server_url server_label server_description vector_store_ids max_tool_calls
  top_logprobs logprobs temperature top_p top_k seed stop stop_sequences echo group presence_penalty frequency_penalty
  user safety_identifier prompt_cache_key prompt_cache_retention items item status action session response event_id
  transcription input_audio_transcription turn_detection language response_ids allowed_tools custom grammar definition
  context_management disable_parallel_tool_use enable_thinking thinking_budget encrypted_content extra_content google
  thought_signature googleSearch google_search media_type namespace output_config prompt_cache_breakpoint strict syntax
  api_base base_url api_key extra_headers custom_llm_provider transforms task input_type truncate texts inputs
  seconds input_reference
`

/** Below these every name is the client's own: schemas, arguments, marks, documents. */
const usualFree = `
  parameters input_schema input_examples schema properties metadata logit_bias variables headers filters env documents
  extra_body chat_template_kwargs approximate
`

const googles = `
  model contents content parts text role inlineData mimeType displayName data fileData fileUri functionCall
  functionResponse name id systemInstruction tools functionDeclarations description googleSearch googleSearchRetrieval
  googleMaps codeExecution urlContext fileSearch fileSearchStoreNames toolConfig functionCallingConfig mode
  allowedFunctionNames generationConfig maxOutputTokens candidateCount temperature topP topK seed stopSequences
  responseMimeType responseModalities thinkingConfig thinkingBudget includeThoughts thinkingLevel speechConfig
  voiceConfig imageConfig mediaResolution audioTimestamp safetySettings category threshold cachedContent
  generateContentRequest requests taskType title outputDimensionality embedContentConfig autoTruncate executableCode code
  language codeExecutionResult outcome output thought thoughtSignature videoMetadata presencePenalty frequencyPenalty
  responseLogprobs logprobs serviceTier store stream type enterpriseWebSearch toolCall toolResponse
`

const googlesFree = `
  parameters parametersJsonSchema response responseJsonSchema _responseJsonSchema responseSchema args partialArgs labels
`

/** Beside these, what sessions of theirs are told. */
const googlesLive = `
  setup clientContent turns turnComplete realtimeInput mediaChunks audio video audioStreamEnd activityStart activityEnd
  functionResponses contextUpdate sessionResumption handle transparent realtimeInputConfig automaticActivityDetection
  contextWindowCompression slidingWindow triggerTokens targetTokens inputAudioTranscription outputAudioTranscription
  proactivity historyConfig enableAffectiveDialog prebuiltVoiceConfig voiceName languageCode
`

const ollamas = `
  model name messages role content thinking images tool_calls id function index tool_name tool_call_id tools type
  description stream think keep_alive options num_ctx num_predict num_keep num_batch num_gpu main_gpu num_thread
  temperature top_p top_k min_p typical_p seed stop repeat_last_n repeat_penalty presence_penalty frequency_penalty
  mirostat mirostat_eta mirostat_tau penalize_newline numa use_mmap logprobs top_logprobs prompt suffix system template
  raw context input truncate dimensions shift verbose
`

const ollamasFree = `
  arguments parameters format
`

/** As readers fold that take no notice of case, long s and the Kelvin sign too; some end a text at its first NUL. */
const foldCase = (name: string): string => {
  if (plainName.test(name)) return name
  const end = name.indexOf('\0')
  return (end < 0 ? name : name.slice(0, end)).toUpperCase().toLowerCase()
}

const plainName = /^[a-z\d_]*$/

const foldWords = (name: string): string => foldCase(name).replaceAll('_', '')

const listOf = (text: string): string[] => text.split(/\s+/).filter((name) => name !== '')

const namesOf = (names: readonly string[], free: readonly string[], isGoogles: boolean): MemberNames => {
  const fold = isGoogles ? foldWords : foldCase
  const known = new Map<string, 'names' | 'free'>()
  const folded = new Map<string, string>()
  const twins = new Map<string, string>()
  const add = (name: string, below: 'names' | 'free') => {
    known.set(name, below)
    folded.set(fold(name), name)
    const snake = isGoogles ? snakeCase(name) : name
    if (snake === name) return
    known.set(snake, below)
    twins.set(snake, name)
  }
  for (const name of names) add(name, 'names')
  for (const name of free) add(name, 'free')
  return { known, folded, fold, twins: isGoogles ? twins : undefined }
}

const common = namesOf(listOf(usual), listOf(usualFree), false)
/** What a tool was called with stands under `input` here. */
const withFreeInput = namesOf(listOf(usual), [...listOf(usualFree), 'input'], false)
const ollama = namesOf(listOf(ollamas), listOf(ollamasFree), false)
const google = namesOf(listOf(googles), listOf(googlesFree), true)

/** Of sessions whose first message sets them up. */
export const liveMemberNames = namesOf([...listOf(googles), ...listOf(googlesLive)], listOf(googlesFree), true)

const others: { readonly [name in ProtocolName]?: MemberNames } = {
  'anthropic-messages': withFreeInput,
  'gemini-generate': google,
  'gemini-embeddings': google,
  'ollama-chat': ollama,
  'ollama-generate': ollama,
  'ollama-embeddings': ollama,
}

export const memberNamesOf = (protocol: ProtocolName): MemberNames => others[protocol] ?? common
