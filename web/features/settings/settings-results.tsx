import { Link } from '@tanstack/react-router'
import { type DrawnKey, drawnKeys, optionTable } from '#contract/options.ts'
import { useText } from '../../lib/i18n.ts'
import { findNames } from '../../lib/name-search.ts'
import { Card, CardSection } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { layoutOf, ownPlaceOf, type SectionLayout } from './option-layout.ts'
import { SettingsSection } from './settings-section.tsx'
import { TextsSection } from './texts-section.tsx'

/** The options of all tabs that a search finds, ready to be changed, and the ways to those of other pages. */
export function SettingsResults({ keyword }: { keyword: string }) {
  const t = useText('settings')
  const name = useText('options')
  const describe = (key: DrawnKey) => {
    const { tab, section } = optionTable[key]
    return [key, name(key), name(`${key}.hint`), name(`section.${section}`), t(`tab.${tab}`)].join(' ')
  }
  const found = findNames(drawnKeys, keyword, (key) => name(key), describe)
  return (
    <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] gap-4">
      <p role="status" className="text-[13px] text-muted">
        {t('searchFound', { count: found.length })}
      </p>
      {found.length === 0 && (
        <Card>
          <Empty kind="match" title={t('searchNone')} hint={t('searchNoneHint')} />
        </Card>
      )}
      {layoutOf(found).map((layout) => (
        <FoundSection key={layout.section} layout={layout} />
      ))}
    </div>
  )
}

function FoundSection({ layout }: { layout: SectionLayout }) {
  switch (layout.section) {
    case 'texts':
      return <TextsSection layout={layout} showTab />
    case 'ratios':
    case 'groups':
      return <SectionElsewhere layout={layout} />
    default:
      return <SettingsSection layout={layout} showTab />
  }
}

/** Of what has a page of its own: the way to each option. */
function SectionElsewhere({ layout: { section, keys } }: { layout: SectionLayout }) {
  const name = useText('options')
  return (
    <CardSection title={name(`section.${section}`)}>
      <ul className="grid gap-3">
        {keys.map((key) => {
          const place = ownPlaceOf(key)
          return (
            place && (
              <li key={key}>
                <Link {...place} className="font-medium text-brand-ink underline underline-offset-2">
                  {name(key)}
                </Link>
                <p className="text-[13px] break-words text-muted">{name(`${key}.hint`)}</p>
              </li>
            )
          )
        })}
      </ul>
    </CardSection>
  )
}
