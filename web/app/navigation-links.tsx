import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useText } from '../lib/i18n.ts'
import { type NavigationEntry, useNavigation } from './navigation.ts'

/** The groups of the side bar; in the narrow bar only the icons show. */
export function NavigationLinks({ narrow = false, onNavigate }: { narrow?: boolean; onNavigate?: () => void }) {
  const t = useText()
  const groups = useNavigation()
  return (
    <div className="grid gap-4">
      {groups.map((group) => (
        <div key={group.id}>
          {group.label && !narrow && (
            <div className="px-2.5 pb-1 text-xs font-medium text-muted" id={`navigation-${group.id}`}>
              {t(group.label)}
            </div>
          )}
          {group.label && narrow && <div className="mx-2.5 mb-2 border-t" aria-hidden />}
          <ul className="grid gap-0.5" aria-labelledby={group.label && !narrow ? `navigation-${group.id}` : undefined}>
            {group.entries.map((entry) => (
              <li key={entry.path}>
                <EntryLink entry={entry} narrow={narrow} {...(onNavigate ? { onNavigate } : {})} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

type EntryLinkProps = { entry: NavigationEntry; narrow: boolean; onNavigate?: () => void }

function EntryLink({ entry, narrow, onNavigate }: EntryLinkProps) {
  const t = useText()
  const label = 'key' in entry.label ? t(entry.label.key) : entry.label.name
  const { icon: Icon } = entry
  return (
    <Link
      to={entry.path}
      onClick={onNavigate}
      title={narrow ? label : undefined}
      className="group flex h-8.5 items-center gap-2.5 rounded-lg px-2.5 transition-colors hover:bg-hover pointer-coarse:h-11"
      activeProps={{ className: 'bg-brand-soft! forced-colors:bg-[Highlight]! font-medium text-brand-ink' }}
    >
      <Icon
        className="size-4 shrink-0 text-muted group-data-[status=active]:text-brand-ink"
        strokeWidth={1.8}
        aria-hidden
      />
      <span className={clsx('truncate', narrow && 'sr-only')}>{label}</span>
    </Link>
  )
}
