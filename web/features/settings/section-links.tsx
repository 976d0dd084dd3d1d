import clsx from 'clsx'
import { type Text, useText } from '../../lib/i18n.ts'
import { fadingClass, useFadingRow } from '../../ui/fading-row.ts'
import { cleanupId, type SectionLayout, sectionId } from './option-layout.ts'
import { useChangedKeys } from './settings-state.ts'

type SectionLinksProps = { sections: readonly SectionLayout[]; onShow: (id: string) => void }

/**
 * The sections of a tab: beside it where there is room, else in a row above it that stays while the tab scrolls. A
 * dot marks those with unsaved changes.
 */
export function SectionLinks({ sections, onShow }: SectionLinksProps) {
  const t = useText('settings')
  const name = useText('options')
  const changed = new Set(useChangedKeys())
  return (
    <nav
      aria-label={t('onThisPage')}
      className="sticky top-14 z-20 mb-3 min-w-0 border-b bg-bg xl:top-20 xl:z-auto xl:col-start-2 xl:row-start-1 xl:mb-0 xl:content-start xl:self-start xl:border-b-0 print:hidden"
    >
      <p aria-hidden className="hidden pb-1.5 pl-3 text-xs font-medium text-muted xl:block">
        {t('onThisPage')}
      </p>
      <ul
        ref={useFadingRow<HTMLUListElement>()}
        className={clsx('relative flex gap-1 overflow-x-auto xl:grid xl:gap-0 xl:border-l', fadingClass)}
      >
        {linksOf(sections, t, name).map(({ id, label, keys }) => (
          <li key={id} className="shrink-0">
            <button
              type="button"
              onClick={() => onShow(id)}
              className="-ml-px flex min-h-9 w-full items-center gap-2 border-l border-transparent px-3 text-left text-[13px] whitespace-nowrap text-muted transition-colors hover:text-fg pointer-coarse:min-h-11 xl:min-h-7 xl:pr-0 xl:whitespace-normal xl:hover:border-fg"
            >
              {label}
              {keys.some((key) => changed.has(key)) && (
                <span title={t('changed')} className="size-1.5 shrink-0 rounded-full bg-brand">
                  <span className="sr-only">{t('changed')}</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The cards of a tab, in their order. */
const linksOf = (sections: readonly SectionLayout[], t: Text<'settings'>, name: Text<'options'>) =>
  sections.flatMap(({ section, keys }) => [
    { id: sectionId(section), label: name(`section.${section}`), keys },
    ...(section === 'log' ? [{ id: cleanupId, label: t('cleanup'), keys: [] }] : []),
  ])
