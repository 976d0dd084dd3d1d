import type { ChannelColumns, ChannelSettings, OpenedFields } from '#contract/channel-field-parts.ts'
import type { ProtocolName } from '#protocols/protocol.ts'
import type { ChannelCosts } from './channel-costs.ts'
import type { KeyState } from './channel-key-states.ts'

/** A channel in memory: keys opened, JSON fields parsed. What its fields mean stands in contract/channel-fields.ts. */
export type Channel = OpenedFields<ChannelColumns> & {
  id: number
  /** Those in use. */
  keys: readonly string[]
  /** Disabled ones too, in the order they were given in. */
  allKeys: readonly string[]
  /** Why the others are disabled. */
  keyStates: ReadonlyMap<string, KeyState>
  /** Public names: prefix included. */
  models: readonly string[]
  /** What its card says its models cannot: `dialect.what` by the model. */
  lacks: ReadonlyMap<string, ReadonlySet<string>>
  /** What its models cost the operator; undefined where nobody said. */
  costs: ChannelCosts | undefined
  /** The chat dialect it is spoken to in, where its provider speaks several; undefined: whichever suits best. */
  dialect: ProtocolName | undefined
  setting: ChannelSetting
}

/** How a channel's calls differ from the usual. */
export type ChannelSetting = OpenedFields<ChannelSettings>
