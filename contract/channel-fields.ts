import * as z from 'zod/mini'
import {
  address,
  type ColumnEntry,
  costs,
  flag,
  line,
  mapping,
  names,
  object,
  type SettingEntry,
  status,
  statuses,
  text,
  vendor,
  whole,
} from './channel-field-kinds.ts'
import { longestNote, singleLine } from './fields.ts'

/**
 * Every field of a channel that an operator sets and that has a column: an entry here is checked, stored, shown,
 * copied and drawn. Their order is that of the form.
 */
export const channelColumns = {
  type: { ...vendor(1), as: 'type' },
  name: {
    ...line(128),
    sent: singleLine(128).check(z.trim(), z.minLength(1)),
    as: 'name',
    section: 'access',
    required: true,
  },
  status: { ...status(), as: 'enabled' },
  /** Whether its key is a list, with commas or line breaks between the keys; else it is one, whatever is in it. */
  key_list: flag(1),
  base_url: { ...address(1024), as: 'baseUrl', section: 'access' },
  other: { ...text(65_536), as: 'other', section: 'access' },
  models: { ...names('', 65_536), section: 'routing', required: true, byTag: 'models' },
  group: { ...names('default', 1024), as: 'groups', section: 'routing', byTag: 'groups' },
  model_mapping: { ...mapping(), as: 'modelMapping', section: 'routing', byTag: 'model_mapping' },
  priority: {
    ...whole(0, { min: -999, max: 1_000_000_000 }),
    as: 'priority',
    section: 'routing',
    byTag: 'priority',
    wrongNumber: 'priority_not_whole',
    inList: true,
  },
  weight: {
    ...whole(0, { min: 0, max: 1_000_000 }),
    as: 'weight',
    section: 'routing',
    byTag: 'weight',
    wrongNumber: 'weight_not_whole',
    inList: true,
  },
  setting: {
    ...object({ force_format: true, proxy: 'socks5://user:password@host:1080' }),
    section: 'connection',
  },
  tag: { ...line(64), section: 'advanced', byTag: 'new_tag' },
  model_prefix: { ...line(64), as: 'modelPrefix', section: 'advanced' },
  /** Of its models; empty: the first. */
  test_model: { ...line(255), as: 'testModel', section: 'advanced' },
  /** 0: no limit. */
  max_input_tokens: { ...whole(0, { min: 0 }), as: 'mostInputTokens', section: 'advanced', optional: true },
  openai_organization: { ...line(256), as: 'organization', section: 'advanced' },
  auto_ban: { ...flag(1), as: 'autoBan', section: 'advanced' },
  /** Upstream status -> the status clients see. */
  status_code_mapping: { ...statuses(), as: 'statusCodeMapping', section: 'advanced' },
  param_override: { ...object({ temperature: 0 }), as: 'paramOverride', section: 'advanced' },
  /**
   * What the vendor charges the operator: dollars for a million tokens, and for a call. By the upstream's name of a model,
   * or else the one that was asked for; `*` is for all others.
   */
  costs: { ...costs(), section: 'advanced' },
  /** For those who look after it. */
  note: { ...text(longestNote), section: 'advanced' },
} as const satisfies Record<string, ColumnEntry>

/**
 * Members of the field `setting` that the gateway reads: an entry here is read from it and drawn above its text. What
 * says no more than nothing does is left out of the text.
 */
export const channelSettings = {
  /** Its calls go through this proxy. */
  proxy: { kind: 'proxy', as: 'proxy' },
  /** It only answers whole, where this word stands. */
  stream_support: { kind: 'word', word: 'NON_STREAM_ONLY', as: 'neverStreams' },
  /** The chat dialect it is spoken to in, where its provider speaks several. */
  dialect: { kind: 'dialect' },
  /** Streams are written anew in the client's dialect, whatever the upstream's own look like. */
  force_format: { kind: 'flag', as: 'forceFormat' },
  /** Answers in the client's dialect pass as they come, also in shapes that its clients stumble over. */
  untouched: { kind: 'flag', as: 'untouched' },
  /** Reasoning is told inside the text. */
  thinking_to_content: { kind: 'flag', as: 'thinkingToContent' },
  /** Conversations whose clients cannot mark what is worth keeping in the upstream's cache are marked for them. */
  cache_marks: { kind: 'flag', as: 'marksCaches' },
  /** What its card says it cannot is asked of it all the same. */
  ignore_card: { kind: 'flag', as: 'ignoresCard' },
} as const satisfies Record<string, SettingEntry>
