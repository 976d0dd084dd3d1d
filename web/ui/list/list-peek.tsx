import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, ExternalLink } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Offer } from '../../lib/actions.ts'
import { useText } from '../../lib/i18n.ts'
import { buttonClass } from '../button.tsx'
import { Drawer } from '../drawer.tsx'
import { IconButton } from '../icon-button.tsx'
import { OfferButtons } from '../offer-buttons.tsx'
import { useCommands } from '../use-commands.ts'

type ListPeekProps = {
  name: string
  /** The address of the row's own page, where it has one. */
  page: string | undefined
  size: 'normal' | 'wide'
  offers: readonly Offer[]
  /** To the neighbours in the list, where there are any. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onClose(): void
  children: ReactNode
}

/** A row that is looked into beside its list; J and K go on to its neighbours. */
export function ListPeek({ name, page, size, offers, onPrevious, onNext, onClose, children }: ListPeekProps) {
  const t = useText('lists')
  useCommands(offers, name)
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'j') onNext?.()
    else if (event.key === 'k') onPrevious?.()
    else offers.find(({ key, hint }) => key === event.key && hint === undefined)?.run()
  }
  const step = (label: string, icon: ReactNode, go: (() => void) | undefined) => (
    <IconButton label={label} icon={icon} disabled={go === undefined} onClick={go} />
  )
  return (
    <Drawer
      open
      size={size}
      onClose={onClose}
      onKey={press}
      title={name}
      footer={() => (
        <>
          <div className="mr-auto flex items-center gap-1">
            {step(t('previousRow'), <ChevronUp />, onPrevious)}
            {step(t('nextRow'), <ChevronDown />, onNext)}
            <span className="hidden text-xs text-muted sm:block">{t('peekKeys')}</span>
          </div>
          {page !== undefined && (
            <Link to={page} className={buttonClass({ variant: 'primary' })}>
              <ExternalLink aria-hidden />
              {t('openPage')}
            </Link>
          )}
        </>
      )}
    >
      <div className="grid gap-5">
        {children}
        <OfferButtons offers={offers} />
      </div>
    </Drawer>
  )
}
