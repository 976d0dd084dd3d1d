import clsx from 'clsx'
import type { PartOfSome, WholeTag } from '#contract/channel-batches.ts'
import type { ColumnEntry } from '#contract/channel-field-kinds.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useFieldValue } from '../../../ui/use-record-form.ts'
import type { ColumnsEdit } from '../form/column-entry.ts'
import { hasPart, takenOf, withPart } from './tag-form.ts'

type PartsOfSomeProps = {
  edit: ColumnsEdit<WholeTag, Record<string, unknown>>
  name: string
  column: ColumnEntry
  parts: readonly PartOfSome[]
  /** How many channels the tag has. */
  total: number
}

/** What only some channels of a tag have of a field: each can be given to all or taken from all, or stays where it is. */
export function PartsOfSome({ edit, name, column, parts, total }: PartsOfSomeProps) {
  const t = useText('channels')
  const value = useFieldValue(edit, name) ?? null
  const gone = useFieldValue(edit, takenOf(name))
  const taken = Array.isArray(gone) ? gone : []
  const setTaken = (names: string[]) => edit.set(takenOf(name), names)
  const open = parts.filter((part) => !hasPart(column, value, part))
  if (open.length === 0) return null
  return (
    <div className="-mt-2 grid gap-1">
      <p className="text-xs text-muted">{t('tagPartly')}</p>
      <ul className="max-h-48 overflow-auto rounded-lg border">
        {open.map((part) => {
          const label = part.value === undefined ? part.name : `${part.name} → ${part.value}`
          const isTaken = taken.includes(part.name)
          return (
            <li key={label} className="flex flex-wrap items-center gap-x-2 px-3 py-1 text-[13px]">
              <span className={clsx('min-w-0 flex-1 break-all', isTaken && 'text-muted line-through')}>{label}</span>
              <span className="text-xs text-muted">{t('tagPartlyCount', { count: part.count, total })}</span>
              {isTaken ? (
                <Button
                  size="sm"
                  variant="link"
                  aria-label={t('tagKeepOf', { name: label })}
                  onClick={() => setTaken(taken.filter((each) => each !== part.name))}
                >
                  {t('tagKeep')}
                </Button>
              ) : (
                <>
                  <Button
                    size="sm"
                    variant="link"
                    aria-label={t('tagGiveOf', { name: label })}
                    onClick={() => edit.set(name, withPart(column, value, part))}
                  >
                    {t('tagGive')}
                  </Button>
                  <Button
                    size="sm"
                    variant="link"
                    aria-label={t('tagTakeOf', { name: label })}
                    onClick={() => setTaken([...taken, part.name])}
                  >
                    {t('tagTake')}
                  </Button>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
