import { type DrawnKey, drawnKeys, optionTable } from '#contract/options.ts'
import { useText } from '../../lib/i18n.ts'
import { findNames } from '../../lib/name-search.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { layoutOf } from './option-layout.ts'
import { SettingsSection } from './settings-section.tsx'
import { TextsSection } from './texts-section.tsx'

/** The options of all tabs that a search finds, ready to be changed. */
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
      {layoutOf(found).map((layout) =>
        layout.section === 'texts' ? (
          <TextsSection key={layout.section} layout={layout} showTab />
        ) : (
          <SettingsSection key={layout.section} layout={layout} showTab />
        ),
      )}
    </div>
  )
}
