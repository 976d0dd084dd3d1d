import { Lock, RotateCcw } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { type DrawnKey, isDrawnKey, optionTable } from '#contract/options.ts'
import { discoveringWays } from '#contract/signin-discovery.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useReasonText } from '../../lib/refusal-words.ts'
import { useStatus } from '../../lib/status.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { DiscoveryButton } from './discovery-button.tsx'
import { faultText } from './fault-text.ts'
import { OptionControl } from './option-control.tsx'
import { changesOf, defaultText, isDefault, isFilledIn } from './option-draft.ts'
import { optionId, optionLook } from './option-layout.ts'
import { OptionRow } from './option-row.tsx'
import { useOptionFault, useOptionRefusal, useOptionText, useSettings } from './settings-state.ts'
import { useOptionChange } from './use-option-change.ts'

/** One option with its label, drawn from the table of options. Other options may change without drawing it again. */
export const OptionField = memo(function OptionField({ option }: { option: DrawnKey }) {
  const { stored } = useSettings()
  return stored.hidden.has(option) ? <HiddenOption option={option} /> : <OpenOption option={option} />
})

/** Of an option that is the super admin's alone: that it is there, and what it is for. */
function HiddenOption({ option }: { option: DrawnKey }) {
  const t = useText('settings')
  const name = useText('options')
  const id = optionId(option)
  return (
    <OptionRow id={id} label={name(option)} hint={name(`${option}.hint`)} error={undefined} aside={null} look="side">
      <output id={id} className="flex items-center gap-1.5 text-[13px] text-muted">
        <Lock className="size-3.5 shrink-0" aria-hidden />
        {t('rootOnly')}
      </output>
    </OptionRow>
  )
}

function OpenOption({ option }: { option: DrawnKey }) {
  const { unit } = optionTable[option]
  const t = useText('settings')
  const name = useText('options')
  const sayReason = useReasonText()
  const text = useOptionText(option)
  const fault = useOptionFault(option)
  const refusal = useOptionRefusal(option)
  const lock = useOptionLock(option)
  const change = useOptionChange(option)
  // What was said of what was just tried is the nearer.
  const error = refusal ?? (fault && faultText(option, fault, sayReason, t))
  const id = optionId(option)
  const discovering = discoveringWays.find(({ discovery }) => discovery.url === option)
  return (
    <OptionRow
      id={id}
      label={name(option)}
      hint={<OptionHint option={option} text={text} lock={lock} />}
      error={error}
      aside={<OptionMarks option={option} text={text} locked={lock !== undefined} onReset={change} />}
      look={optionLook(option)}
    >
      <OptionControl
        option={option}
        id={id}
        text={text}
        onChange={change}
        invalid={error !== undefined}
        locked={lock !== undefined}
      />
      {unit === 'quota' && <QuotaAmount text={text} />}
      {discovering && <DiscoveryButton way={discovering} />}
    </OptionRow>
  )
}

type OptionHintProps = { option: DrawnKey; text: string; lock: string | undefined }

function OptionHint({ option, text, lock }: OptionHintProps): ReactNode {
  const t = useText('settings')
  const name = useText('options')
  const needed = useMissingNeeds(option, text).map((key) => t('needsOption', { option: name(key) }))
  return [name(`${option}.hint`), lock, ...needed].map((line) => line && <p key={line}>{line}</p>)
}

/** What must be filled in before a switch that is still off can be turned on. */
const useMissingNeeds = (option: DrawnKey, text: string): DrawnKey[] => {
  const { stored } = useSettings()
  const { needs } = optionTable[option]
  const [first = option] = needs.filter(isDrawnKey)
  const neededText = useOptionText(first)
  return first === option || text === 'true' || isFilledIn(first, neededText, stored) ? [] : [first]
}

type OptionMarksProps = { option: DrawnKey; text: string; locked: boolean; onReset(text: string): void }

function OptionMarks({ option, text, locked, onReset }: OptionMarksProps) {
  const t = useText('settings')
  const name = useText('options')
  const { stored } = useSettings()
  const isChanged = changesOf([option], { [option]: text }, stored).length > 0
  const canReset = !locked && !optionTable[option].secret && !isDefault(option, text)
  return (
    <>
      {stored.secrets.has(option) && (
        <Badge tone="ok" dot>
          {t('isSet')}
        </Badge>
      )}
      {isChanged && (
        <span title={t('changed')} className="size-2 rounded-full bg-brand">
          <span className="sr-only">{t('changed')}</span>
        </span>
      )}
      {canReset && (
        <IconButton
          label={t('resetToDefault', { option: name(option) })}
          icon={<RotateCcw />}
          className="-my-1.5 text-muted [&_svg]:size-3.5"
          onClick={() => onReset(defaultText(option))}
        />
      )}
    </>
  )
}

/** What an amount of quota is in money, where it is not typed as that. */
function QuotaAmount({ text }: { text: string }) {
  const t = useText('settings')
  const format = useFormat()
  const { display_in_currency } = useStatus()
  const quota = text.trim() === '' ? Number.NaN : Number(text)
  if (display_in_currency || !Number.isFinite(quota)) return null
  return <p className="text-[13px] text-muted">{t('equalsMoney', { amount: format.exactDollars(quota) })}</p>
}

/** Why an option cannot be changed at the moment; undefined when it can. */
const useOptionLock = (key: DrawnKey): string | undefined => {
  const { enabledBy = key } = optionTable[key]
  const t = useText('settings')
  const name = useText('options')
  const enabler = isDrawnKey(enabledBy) ? enabledBy : key
  const enablerText = useOptionText(enabler)
  if (enabler !== key && enablerText !== 'true') return t('enabledByOff', { option: name(enabler) })
  return undefined
}
