import { useText } from '../../lib/i18n.ts'
import { type OptionSection, type SectionLayout, sectionId } from './option-layout.ts'
import { useChangedKeys } from './settings-state.ts'

/** The sections of a long tab, beside it; a dot marks those with unsaved changes. */
export function SectionLinks({ sections }: { sections: readonly SectionLayout[] }) {
  const t = useText('settings')
  const name = useText('options')
  const changed = new Set(useChangedKeys())
  return (
    <nav aria-label={t('onThisPage')} className="sticky top-20 hidden content-start self-start xl:grid">
      <p aria-hidden className="pb-1.5 pl-3 text-xs font-medium text-muted">
        {t('onThisPage')}
      </p>
      <ul className="border-l">
        {sections.map(({ section, keys }) => (
          <li key={section}>
            <button
              type="button"
              onClick={() => showSection(section)}
              className="-ml-px flex min-h-7 w-full items-center gap-2 border-l border-transparent pl-3 text-left text-[13px] text-muted transition-colors hover:border-fg hover:text-fg"
            >
              {name(`section.${section}`)}
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

const showSection = (section: OptionSection) => {
  const card = document.getElementById(sectionId(section))
  card?.scrollIntoView({ block: 'start' })
  card?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
}
