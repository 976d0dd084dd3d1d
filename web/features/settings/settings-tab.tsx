import { memo } from 'react'
import type { OptionTab } from '#contract/options.ts'
import { LogCleanup } from './log-cleanup.tsx'
import { allSections, type SectionLayout } from './option-layout.ts'
import { PricesSection } from './prices/prices-section.tsx'
import { SectionLinks } from './section-links.tsx'
import { SettingsSection } from './settings-section.tsx'
import { TextsSection } from './texts-section.tsx'
import { VersionSection } from './version-section.tsx'

/** Everything on one tab; typing on it draws only what changed. */
export const SettingsTab = memo(function SettingsTab({ tab }: { tab: OptionTab }) {
  const sections = allSections.filter((layout) => layout.tab === tab)
  const isLong = sections.length > 3
  return (
    <div className={isLong ? 'grid gap-x-8 xl:grid-cols-[minmax(0,1fr)_11rem]' : 'grid max-w-240'}>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
        {sections.map((layout) => (
          <TabSection key={layout.section} layout={layout} />
        ))}
      </div>
      {isLong && <SectionLinks sections={sections} />}
    </div>
  )
})

function TabSection({ layout }: { layout: SectionLayout }) {
  if (layout.section === 'ratios') return <PricesSection />
  if (layout.section === 'version') return <VersionSection layout={layout} />
  if (layout.section === 'texts') return <TextsSection layout={layout} />
  if (layout.section === 'log') {
    return (
      <>
        <SettingsSection layout={layout} />
        <LogCleanup />
      </>
    )
  }
  return <SettingsSection layout={layout} />
}
