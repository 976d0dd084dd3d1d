import clsx from 'clsx'
import { memo, useDeferredValue, useEffect, useRef } from 'react'
import { useText } from '../../lib/i18n.ts'
import { lazyPart, pagePart } from '../../lib/lazy-part.tsx'
import { Boundary } from '../../ui/boundary.tsx'
import { CardSection } from '../../ui/card.tsx'
import { LoadingSection } from './loading-options.tsx'
import { allSections, cleanupId, type SectionLayout, sectionId } from './option-layout.ts'
import { SectionLinks } from './section-links.tsx'
import type { SettingTab } from './settings-search.ts'
import { SettingsSection } from './settings-section.tsx'
import { TextsSection } from './texts-section.tsx'

const VersionSection = lazyPart(() => import('./version-section.tsx'), 'VersionSection')
const LogCleanup = pagePart(() => import('./log-cleanup.tsx'), 'LogCleanup')

/** So many options fill a high window. */
const firstOptions = 18

/** Of the sections of a tab those that are in sight before anybody scrolls. */
const firstOf = (sections: readonly SectionLayout[]): ReadonlySet<SectionLayout> => {
  let above = 0
  return new Set(
    sections.filter(({ keys }) => {
      const isFirst = above < firstOptions
      above += keys.length
      return isFirst
    }),
  )
}

type SettingsTabProps = { tab: SettingTab; isHere: boolean }

/** Everything on one tab; typing on it draws only what changed. */
export const SettingsTab = memo(function SettingsTab({ tab, isHere }: SettingsTabProps) {
  const sections = allSections.filter((layout) => layout.tab === tab)
  const hasMany = sections.length > 1
  const drawing = useRef<{ isOver: boolean; wanted?: string }>({ isOver: false }).current
  // What is wanted before it is drawn is shown when it is.
  const show = (id: string) => {
    if (drawing.isOver) showCard(id)
    else drawing.wanted = id
  }
  const onDrawn = () => {
    drawing.isOver = true
    if (drawing.wanted !== undefined) showCard(drawing.wanted)
  }
  return (
    <div
      className={
        hasMany ? 'grid grid-cols-[minmax(0,1fr)] gap-x-8 xl:grid-cols-[minmax(0,1fr)_11rem]' : 'grid max-w-240'
      }
    >
      {hasMany && <SectionLinks sections={sections} onShow={show} />}
      <div
        aria-busy={!isHere}
        className={clsx('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4', !isHere && 'min-h-dvh')}
      >
        {isHere ? (
          <Sections of={sections} onDrawn={onDrawn} />
        ) : (
          [...firstOf(sections)].map((layout) => <LoadingSection key={layout.section} layout={layout} />)
        )}
      </div>
    </div>
  )
})

type SectionsProps = { of: readonly SectionLayout[]; onDrawn: () => void }

function Sections({ of: sections, onDrawn }: SectionsProps) {
  // A long tab is twice as long in coming; what nobody sees yet is drawn once the rest is painted.
  const isWhole = useDeferredValue(true, false)
  const told = useRef(onDrawn)
  useEffect(() => {
    if (isWhole) told.current()
  }, [isWhole])
  const first = firstOf(sections)
  return sections.map((layout) =>
    isWhole || first.has(layout) ? (
      <TabSection key={layout.section} layout={layout} />
    ) : (
      <div key={layout.section} id={sectionId(layout.section)} />
    ),
  )
}

function TabSection({ layout }: { layout: SectionLayout }) {
  const t = useText('settings')
  if (layout.section === 'version') {
    return (
      <Boundary loading={<LoadingSection layout={layout} />}>
        <VersionSection layout={layout} />
      </Boundary>
    )
  }
  if (layout.section === 'texts') return <TextsSection layout={layout} />
  if (layout.section === 'log') {
    return (
      <>
        <SettingsSection layout={layout} />
        <div id={cleanupId} className="min-w-0 scroll-mt-28 xl:scroll-mt-20">
          <CardSection title={t('cleanup')} description={t('cleanupHint')}>
            <Boundary loading={<div className="h-15" />}>
              <LogCleanup />
            </Boundary>
          </CardSection>
        </div>
      </>
    )
  }
  return <SettingsSection layout={layout} />
}

const showCard = (id: string) => {
  const card = document.getElementById(id)
  card?.scrollIntoView({ block: 'start' })
  card?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
}
