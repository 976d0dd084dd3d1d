import type { MemberNames } from './json/member-names.ts'
import type { Protocol } from './protocol.ts'

/** Names of members that some reader of a request understands; nobody writes them in two ways but Google. */
export const usualWords = `
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
export const usualFreeWords = `
  parameters input_schema input_examples schema properties metadata logit_bias variables headers filters env documents
  extra_body chat_template_kwargs approximate
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

/** `names`, and `free` ones, below which every name is the client's own; `twinOf` where each is written in two ways. */
export const createMemberNames = (names: string, free: string, twinOf?: (name: string) => string): MemberNames => {
  const fold = twinOf === undefined ? foldCase : foldWords
  const known = new Map<string, 'names' | 'free'>()
  const folded = new Map<string, string>()
  const twins = new Map<string, string>()
  const add = (name: string, below: 'names' | 'free') => {
    known.set(name, below)
    folded.set(fold(name), name)
    const twin = twinOf?.(name) ?? name
    if (twin === name) return
    known.set(twin, below)
    twins.set(twin, name)
  }
  for (const name of listOf(names)) add(name, 'names')
  for (const name of listOf(free)) add(name, 'free')
  return { known, folded, fold, twins: twinOf === undefined ? undefined : twins }
}

export const usualMemberNames = createMemberNames(usualWords, usualFreeWords)

export const memberNamesOf = ({ names }: Pick<Protocol, 'names'>): MemberNames => names ?? usualMemberNames
