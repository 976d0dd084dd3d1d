import { useText } from '../../lib/i18n.ts'
import { Card } from '../../ui/card.tsx'
import { LoadingOptions } from './loading-options.tsx'
import { allSections } from './option-layout.ts'
import { OptionsPage } from './options-page.tsx'
import { SectionForm } from './settings-section.tsx'

const keys = allSections.find(({ section }) => section === 'groups')?.keys ?? []

/** All of it is in sight. */
const leadTo = async () => {}

/** The groups: what they make of a price, and who may use which. */
export function GroupPage() {
  const t = useText('settings')
  return (
    <OptionsPage title={t('groups')} description={t('intro')} leadTo={leadTo}>
      {(isHere) => (
        <div aria-busy={!isHere} className="max-w-240">
          <Card className="p-5">
            {isHere ? (
              <SectionForm keys={keys} label={t('saveSection', { section: t('groups') })} />
            ) : (
              <LoadingOptions keys={keys} />
            )}
          </Card>
        </div>
      )}
    </OptionsPage>
  )
}
