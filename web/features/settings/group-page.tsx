import { useText } from '../../lib/i18n.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { allSections } from './option-layout.ts'
import { OptionsPage } from './options-page.tsx'
import { SettingsSection } from './settings-section.tsx'

const sections = allSections.filter(({ tab }) => tab === 'groups')

/** All of it is in sight. */
const leadTo = async () => {}

/** The groups: what they make of a price, and who may use which. */
export function GroupPage() {
  const t = useText('settings')
  return (
    <OptionsPage title={t('groups')} description={t('intro')} leadTo={leadTo}>
      {(isHere) => (
        <div aria-busy={!isHere} className="grid max-w-240 grid-cols-[minmax(0,1fr)] gap-4">
          {isHere ? (
            sections.map((layout) => <SettingsSection key={layout.section} layout={layout} />)
          ) : (
            <Skeleton className="h-dvh rounded-xl" />
          )}
        </div>
      )}
    </OptionsPage>
  )
}
