import type { ProtocolName } from '#protocols/protocol.ts'
import type { KeyState } from './channel-key-states.ts'

/** A channel in memory: keys opened, JSON fields parsed. */
export type Channel = {
  id: number
  name: string
  type: number
  /** Those in use. */
  keys: readonly string[]
  /** Disabled ones too, in the order they were given in. */
  allKeys: readonly string[]
  /** Why the others are disabled. */
  keyStates: ReadonlyMap<string, KeyState>
  /** Without a trailing slash; empty when the provider's own address is meant. */
  baseUrl: string
  other: string
  /** Public names: prefix included. */
  models: readonly string[]
  groups: readonly string[]
  priority: number
  weight: number
  /** Longer prompts are not sent to it; 0: no limit. */
  mostInputTokens: number
  modelPrefix: string
  modelMapping: Readonly<Record<string, string>>
  /** Upstream status -> the status clients see. */
  statusCodeMapping: Readonly<Record<string, number>>
  paramOverride: Readonly<Record<string, unknown>> | undefined
  organization: string
  /** The chat dialect it is spoken to in, where its provider speaks several; undefined: whichever suits best. */
  dialect: ProtocolName | undefined
  setting: ChannelSetting
  /** What a test asks for; empty: the first of its models. */
  testModel: string
  autoBan: boolean
  enabled: boolean
}

/** How a channel's calls differ from the usual. */
export type ChannelSetting = {
  /** Streams are written anew in the client's dialect, whatever the upstream's own look like. */
  forceFormat: boolean
  /** Reasoning is told inside the text. */
  thinkingToContent: boolean
  /** Its calls go through this proxy. */
  proxy: string | undefined
  /** It only answers whole. */
  neverStreams: boolean
}
