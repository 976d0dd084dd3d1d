import type { ToolCalls, Usage } from '#pricing/usage.ts'
import type { Reckoned } from '#protocols/counting/reckoning.ts'
import type { TextSample } from '#protocols/counting/text-sample.ts'

/** How an answer ended, as its charge and its log row need it. */
export type Delivery = {
  usage: Usage | undefined
  /** The calls of tools that were seen: for a charge when no usage came. */
  tools?: ToolCalls | undefined
  /** Bytes of generated text that were seen: for an estimate when no usage came. */
  textBytes: number
  /** The beginning of that text, of a stream. */
  sample?: TextSample | undefined
  /** What was used of what is no text, by what came. */
  reckoned?: Reckoned | undefined
  /** What the upstream sent, of a whole answer. */
  received?: Buffer
  ending:
    | 'complete'
    | 'client_gone'
    | 'upstream_error'
    | 'out_of_quota'
    | 'quota_unknown'
    | 'sensitive_words'
    | 'internal_error'
    | 'gateway_stopped'
    | 'process_ended'
  firstByteMs: number | undefined
}

export type Ending = Delivery['ending']
