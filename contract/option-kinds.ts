import * as z from 'zod/mini'
import {
  botNameText,
  domain,
  hostName,
  mailSender,
  pictureAddress,
  serverAddress,
  shortText,
  webAddress,
  wordOrPattern,
} from './option-fields.ts'

/** One setting that an operator may change while the gateway runs, with all that storage and forms need to know. */
export type Option<Value = unknown> = {
  /** Of the value as it is used; it is stored and sent as text. */
  readonly schema: z.ZodMiniType<Value>
  readonly default: Value
  readonly control: OptionControl
  /** Write-only: stored sealed, and never sent to anyone. */
  readonly secret: boolean
  /** Whose it is, where its section says otherwise. */
  readonly rank?: 'admin' | 'root'
  /** Appears in the system status or on a page that anyone may see. */
  readonly public: boolean
  /** Options that must be filled before this one can be turned on. */
  readonly needs: readonly string[]
  /** The switch without which this one has no effect. */
  readonly enabledBy?: string
  /** Its JSON is typed into a table of this kind. */
  readonly table?: OptionTableKind
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly unit?: OptionUnit
  readonly choices?: readonly string[]
  /** Not on the settings page, because nothing reads it. */
  readonly drawn?: false
}

export type OptionControl =
  | 'switch'
  | 'text'
  | 'secret'
  | 'number'
  | 'textarea'
  | 'json'
  | 'lines'
  | 'select'
  | 'url'
  | 'domains'

/** What is in `quota` is an amount: it is typed and shown as amounts are, as a rule in dollars. */
type OptionUnit = 'seconds' | 'minutes' | 'hours' | 'days' | 'megabytes' | 'quota' | 'tokens' | 'yuan'

type Rules = Partial<Pick<Option, 'rank' | 'public' | 'needs' | 'enabledBy' | 'table'>>
type NumberRules = Rules & { min: number; max?: number; step?: number; unit?: OptionUnit }

export const flag = (initial: boolean, rules: Rules = {}): Option<boolean> =>
  option('switch', z.boolean(), initial, rules)

export const integer = (initial: number, rules: NumberRules): Option<number> =>
  option('number', z.int().check(...bounds(rules)), initial, { step: 1, ...rules })

export const decimal = (initial: number, rules: NumberRules): Option<number> =>
  option('number', z.number().check(...bounds(rules)), initial, rules)

export const text = (initial: string, rules: Rules = {}): Option<string> => option('text', shortText, initial, rules)

/** What a bot is called where it speaks. */
export const botName = (rules: Rules = {}): Option<string> => option('text', botNameText, '', rules)

/** The name or the number of a machine. */
export const host = (): Option<string> => option('text', hostName, '', {})

/** An address that mails come from. */
export const sender = (): Option<string> => option('text', mailSender, '', {})

export const secret = (): Option<string> => ({ ...option('secret', shortText, '', {}), secret: true })

export const longText = (initial: string, rules: Rules = {}): Option<string> =>
  option('textarea', z.string().check(z.maxLength(262_144)), initial, rules)

export const link = (rules: Rules = {}): Option<string> => option('url', webAddress, '', rules)

export const server = (rules: Rules = {}): Option<string> => option('url', serverAddress, '', rules)

export const picture = (rules: Rules = {}): Option<string> => option('url', pictureAddress, '', rules)

export const choice = <const Choices extends readonly string[]>(
  choices: Choices,
  initial: Choices[number],
  rules: Rules = {},
): Option<Choices[number]> => ({ ...option<Choices[number]>('select', z.enum(choices), initial, rules), choices })

/** Phrases, one a line. */
export const lines = (initial: readonly string[]): Option<readonly string[]> =>
  option('lines', z.array(z.string().check(z.maxLength(1024))), initial, {})

/** Words and regular expressions, one a line. */
export const patterns = (initial: readonly string[]): Option<readonly string[]> =>
  option('lines', z.array(wordOrPattern), initial, {})

/** Domains with commas between them. */
export const domains = (initial: readonly string[]): Option<readonly string[]> => {
  const areDistinct = (names: readonly string[]) => new Set(names).size === names.length
  return option('domains', z.array(domain).check(z.refine(areDistinct, 'repeated')), initial, {})
}

/** JSON of names and values is typed into a table; this says of what. */
export type OptionTableKind =
  | 'ratios-of-groups'
  | 'ratios-between-groups'
  | 'descriptions-of-groups'
  | 'prices-of-groups'
  | 'links'
  | 'ratios-of-models'
  | 'thresholds'
  | 'versions-of-models'
  | 'headers-of-models'
  | 'tokens-of-models'

/** Structured text. The default goes through the schema too, so that every value has the same form. */
export const json = <Value, Input>(
  schema: z.ZodMiniType<Value, Input>,
  initial: Input,
  rules: Rules = {},
): Option<Value> => option('json', schema, z.parse(schema, initial), rules)

const option = <Value>(
  control: OptionControl,
  schema: z.ZodMiniType<Value>,
  initial: Value,
  rules: Rules & Partial<NumberRules>,
): Option<Value> => ({
  public: false,
  needs: [],
  secret: false,
  ...rules,
  control,
  schema,
  default: initial,
})

/** One that programs may set and read back, as they do elsewhere, while nothing here reads it. */
export const kept = <Value>(option: Option<Value>): Option<Value> & { readonly drawn: false } => ({
  ...option,
  drawn: false,
})

const bounds = ({ min, max }: NumberRules) => (max === undefined ? [z.minimum(min)] : [z.minimum(min), z.maximum(max)])
