import type { ReactNode } from 'react'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText, wordOf } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useProvider } from '../../lib/provider-cards.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { type FieldKind, fieldOf, stateWords } from './audit-fields.ts'
import { RecordLink } from './record-link.tsx'

/** Few acts have one, and each brings a table of the contract. */
const OptionValue = lazyPart(() => import('./option-value.tsx'), 'OptionValue')
const RefusalReason = lazyPart(() => import('./refusal-reason.tsx'), 'RefusalReason')

type AuditValueProps = {
  kind: FieldKind
  value: unknown
  /** Whose value it is, where it is of a setting. */
  option?: string
  /** What users and channels that it names are called, as far as that is known: by `channel:7`. */
  names?: Names | undefined
}
type Names = Readonly<Record<string, string>>

/** What a field held, said by its kind; what does not fit the kind is shown as it came. */
export function AuditValue({ kind, value, option = '', names = {} }: AuditValueProps) {
  const t = useText('audit')
  const format = useFormat()
  const asItCame = <code className="text-xs leading-5">{plain(value, t)}</code>
  if (typeof value === 'string' && (kind === 'option' || kind === 'refusal')) {
    return (
      <Boundary loading={asItCame} isOptional>
        {kind === 'option' ? <OptionValue option={option} value={value} /> : <RefusalReason code={value} />}
      </Boundary>
    )
  }
  if (kind === 'values' && typeof value === 'object' && value !== null) {
    return <ChangedValues value={value} names={names} />
  }
  if ((kind === 'user' || kind === 'channel') && typeof value === 'number' && value > 0) {
    return <RecordLink area={kind} id={`${value}`} name={names[`${kind}:${value}`]} />
  }
  return said(kind, value, t, format) ?? asItCame
}

const said = (kind: FieldKind, value: unknown, t: Text<'audit'>, format: Formats): ReactNode => {
  if (kind === 'text') return undefined
  if (kind === 'flag') return flagOf(value, t)
  if (typeof value !== 'number') return undefined
  switch (kind) {
    case 'money':
      return format.quota(value)
    case 'number':
    case 'values':
      return format.number(value)
    case 'time':
      return value > 0 ? format.dateTime(value) : t('valueEmpty')
    case 'user':
    case 'channel':
      return t('valueEmpty')
    case 'provider':
      return <ProviderName type={value} />
    case 'option':
    case 'refusal':
      return undefined
    default: {
      const word = Object.entries(stateWords[kind]).find(([state]) => Number(state) === value)?.[1]
      return word && wordOf(t, word)
    }
  }
}

function ProviderName({ type }: { type: number }) {
  return useProvider(type)?.label ?? String(type)
}

const flagOf = (value: unknown, t: Text<'audit'>) => {
  if (value === true || value === 1) return t('flagYes')
  if (value === false || value === 0) return t('flagNo')
  return undefined
}

const plain = (value: unknown, t: Text<'audit'>): string => {
  if (value === '' || value === null) return t('valueEmpty')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What many channels were given, or had: those that had the same stand together. */
function ChangedValues({ value, names }: { value: object; names: Names }) {
  const groups: readonly unknown[] = Array.isArray(value) ? value : [value]
  return groups.map((group, index) => {
    const { ids = [], was = group }: { ids?: unknown; was?: unknown } = isTable(group) ? group : {}
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and never change
      <span key={index} className="flex flex-wrap gap-x-2">
        {(Array.isArray(ids) ? ids : []).map((id) => (
          <RecordLink key={id} area="channel" id={String(id)} name={names[`channel:${id}`]} />
        ))}
        <FieldValues fields={isTable(was) ? was : {}} />
      </span>
    )
  })
}

function FieldValues({ fields }: { fields: object }) {
  const t = useText('audit')
  return Object.entries(fields).map(([name, value]) => {
    const { word, kind } = fieldOf('channel.change', name) ?? { kind: 'text' }
    return (
      <span key={name}>
        {word ? wordOf(t, word) : name}: <AuditValue kind={kind} value={value} />
      </span>
    )
  })
}

const isTable = (value: unknown): value is object => typeof value === 'object' && value !== null
