import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { addDomains, readDomains, writeDomains } from './domain-list.ts'

type DomainsInputProps = {
  value: string
  onChange(text: string): void
  onBlur(): void
  id: string
  disabled: boolean
  'aria-invalid': boolean
  'aria-describedby': string
}

/** A list of domains: each is checked as it is added. */
export function DomainsInput({ value, onChange, id, disabled, ...props }: DomainsInputProps) {
  const t = useText('settings')
  const faultId = `${id}-typed`
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<'format' | 'repeated'>()
  const domains = readDomains(value)
  const add = () => {
    const result = addDomains(domains, typed)
    if (!result.ok) {
      setFault(result.fault)
      return
    }
    onChange(writeDomains(result.domains))
    setTyped('')
    setFault(undefined)
  }
  return (
    <div className="grid gap-2.5">
      <div className="flex gap-2">
        <Input
          id={id}
          className="max-w-88"
          value={typed}
          disabled={disabled}
          placeholder={t('domainPlaceholder')}
          spellCheck={false}
          aria-invalid={fault !== undefined || props['aria-invalid']}
          aria-describedby={fault ? `${faultId} ${props['aria-describedby']}` : props['aria-describedby']}
          onBlur={() => {
            // What was typed is meant: a save does not leave it behind.
            if (typed.trim() !== '') add()
            props.onBlur()
          }}
          onChange={(event) => {
            setTyped(event.target.value)
            setFault(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            add()
          }}
        />
        <Button disabled={disabled} onClick={add}>
          <Plus aria-hidden />
          {t('addDomain')}
        </Button>
      </div>
      {fault && (
        <p id={faultId} role="alert" className="text-[13px] text-bad">
          {t(fault === 'format' ? 'domainFormat' : 'domainRepeated')}
        </p>
      )}
      {domains.length === 0 ? (
        <p className="text-[13px] text-muted">{t('domainsEmpty')}</p>
      ) : (
        <ul aria-label={t('domainList')} className="flex flex-wrap gap-1.5">
          {domains.map((name) => (
            <li
              key={name}
              className="flex h-7 max-w-full items-center rounded-md bg-hover pl-2.5 text-[13px] pointer-coarse:h-9"
            >
              <span className="truncate">{name}</span>
              <button
                type="button"
                disabled={disabled}
                aria-label={t('removeChoice', { name })}
                onClick={() => onChange(writeDomains(domains.filter((other) => other !== name)))}
                className="grid size-7 shrink-0 place-items-center rounded-md text-muted enabled:hover:text-fg pointer-coarse:size-9"
              >
                <X className="size-3" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
