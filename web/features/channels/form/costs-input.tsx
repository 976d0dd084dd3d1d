import { Plus, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { costMembers } from '#contract/channel-field-kinds.ts'
import { isNumber } from '../../../lib/entry-value.ts'
import { useText } from '../../../lib/i18n.ts'
import type { JsonEntry } from '../../../lib/json-entries.ts'
import { Button } from '../../../ui/button.tsx'
import { NameCell } from '../../../ui/entries/entry-row.tsx'
import { TableOrText } from '../../../ui/entries/table-or-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import {
  type CostMember,
  type CostRow,
  readCosts,
  renamed,
  rowsOf,
  withModel,
  withoutModel,
  withPrice,
  writeCosts,
} from './cost-rows.ts'

type CostsProps = {
  /** Of the field for another model, or of the text. */
  id: string
  label: string
  onBlur: () => void
  'aria-describedby': string | undefined
}

type CostsInputProps = CostsProps & {
  text: string
  onChange(text: string): void
  /** The same as text. */
  children: ReactNode
}

/** A table of what each model costs, with the JSON behind a switch. */
export function CostsInput({ text, onChange, children, ...props }: CostsInputProps) {
  const entries = readCosts(text)
  return (
    <TableOrText
      label={props.label}
      table={entries && <CostsTable {...props} entries={entries} onChange={(next) => onChange(writeCosts(next))} />}
    >
      {children}
    </TableOrText>
  )
}

type CostsTableProps = CostsProps & { entries: readonly JsonEntry[]; onChange(entries: readonly JsonEntry[]): void }

function CostsTable({ entries, onChange, ...props }: CostsTableProps) {
  const t = useText('entries')
  const words = useText('channels')
  const [fault, setFault] = useState<{ text: string; isOfNew?: boolean }>()
  const faultId = `${props.id}-entry`
  const rows = rowsOf(entries)
  const check = (model: string, isOfNew: boolean): boolean => {
    const isTaken = rows.some((row) => row.model === model)
    const missing = model === '' ? t('missing', { column: words('cost.model') }) : undefined
    const text = missing ?? (isTaken ? t('nameTaken', { name: model }) : undefined)
    setFault(text === undefined ? undefined : { text, isOfNew })
    return text === undefined
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2" onBlur={props.onBlur}>
      <legend className="sr-only">{props.label}</legend>
      {rows.length > 0 && (
        <div aria-hidden className={`${rowClass} items-end text-xs text-muted max-sm:hidden`}>
          <span>{words('cost.model')}</span>
          {costMembers.map((member) => (
            <span key={member}>{words(`cost.${member}`)}</span>
          ))}
        </div>
      )}
      <ul className="grid gap-2 max-sm:gap-4">
        {rows.map((row, place) => (
          <CostsRow
            // What is typed into a row stays in it while its name changes.
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            key={place}
            row={row}
            onPrice={(member, typed) => onChange(withPrice(entries, row.model, member, typed))}
            onName={(name) => check(name, false) && onChange(renamed(entries, row.model, name))}
            onRemove={() => onChange(withoutModel(entries, row.model))}
          />
        ))}
      </ul>
      {rows.length === 0 && <p className="text-[13px] text-muted">{t('empty')}</p>}
      <NewModel
        {...props}
        faultId={fault?.isOfNew ? faultId : undefined}
        onTyping={() => setFault(undefined)}
        onAdd={(model) => {
          if (!check(model, true)) return false
          onChange(withModel(entries, model))
          return true
        }}
      />
      {fault !== undefined && (
        <p id={faultId} role="alert" className="text-[13px] text-bad">
          {fault.text}
        </p>
      )}
    </fieldset>
  )
}

/** Its fields beside each other; on a narrow screen the model above its prices. */
const rowClass =
  'grid grid-cols-3 gap-2 max-sm:[&>:first-child]:col-span-full sm:grid-cols-[minmax(0,2fr)_repeat(5,minmax(0,1fr))_2rem]'

type CostsRowProps = {
  row: CostRow
  onPrice(member: CostMember, typed: string): void
  onName(name: string): unknown
  onRemove(): void
}

function CostsRow({ row: { model, prices }, onPrice, onName, onRemove }: CostsRowProps) {
  const t = useText('entries')
  const words = useText('channels')
  return (
    <li className={rowClass}>
      <NameCell
        label={t('cell', { column: words('cost.model'), name: model })}
        name={model}
        disabled={false}
        onName={onName}
      />
      {costMembers.map((member) => {
        const column = words(`cost.${member}`)
        const typed = prices[member] ?? ''
        return (
          <span key={member} className="grid gap-1">
            <span aria-hidden className="truncate text-xs text-muted sm:hidden">
              {column}
            </span>
            <Input
              aria-label={t('cell', { column, name: model })}
              value={typed}
              aria-invalid={typed !== '' && !isNumber(typed)}
              spellCheck={false}
              inputMode="decimal"
              onChange={(event) => onPrice(member, event.target.value)}
            />
          </span>
        )
      })}
      <span className="self-end justify-self-end sm:self-center">
        <IconButton label={t('remove', { name: model })} icon={<X />} onClick={onRemove} />
      </span>
    </li>
  )
}

type NewModelProps = CostsProps & {
  /** Of what says that it is wrong, while it is. */
  faultId: string | undefined
  onTyping(): void
  /** Whether it was taken. */
  onAdd(model: string): boolean
}

/** Enter adds a model, and so does leaving the line. */
function NewModel({ id, faultId, onTyping, onAdd, ...props }: NewModelProps) {
  const t = useText('entries')
  const words = useText('channels')
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const add = (): boolean => {
    const isAdded = onAdd(typed.trim())
    if (isAdded) setTyped('')
    return isAdded
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is left is the line, whichever of its parts that was
    <div
      className="flex gap-2"
      onBlur={(event) => {
        if (typed.trim() !== '' && !event.currentTarget.contains(event.relatedTarget)) add()
      }}
    >
      <Input
        ref={input}
        id={id}
        aria-label={t('new', { column: words('cost.model') })}
        aria-invalid={faultId !== undefined}
        aria-describedby={
          [faultId, props['aria-describedby']].filter((each) => each !== undefined).join(' ') || undefined
        }
        placeholder={words('costNew')}
        value={typed}
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value)
          onTyping()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          add()
        }}
      />
      <Button onClick={() => add() || input.current?.focus()}>
        <Plus aria-hidden />
        {t('add')}
      </Button>
    </div>
  )
}
