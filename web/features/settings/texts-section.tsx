import type { DrawnKey } from '#contract/options.ts'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { OptionField } from './option-field.tsx'
import { type SectionLayout, sectionId } from './option-layout.ts'
import { useHasChanges, useIsSaving, useSettings } from './settings-state.ts'
import { useSave } from './use-save.ts'

const texts = ['Notice', 'SystemName', 'Logo', 'HomePageContent', 'About', 'Footer'] as const
type TextKey = (typeof texts)[number]

/** The texts of the site: each is saved by its own button and says so in its own words. */
export function TextsSection({ layout: { section, keys }, showTab = false }: TextsSectionProps) {
  const t = useText('settings')
  const name = useText('options')
  return (
    <div id={sectionId(section)} className="min-w-0 scroll-mt-28 xl:scroll-mt-20">
      <CardSection title={name(`section.${section}`)} description={showTab ? t('tab.other') : undefined}>
        {texts
          .filter((key) => keys.includes(key))
          .map((key) => (
            <TextForm key={key} option={key} />
          ))}
      </CardSection>
    </div>
  )
}

type TextsSectionProps = { layout: SectionLayout; showTab?: boolean }

function TextForm({ option }: { option: DrawnKey & TextKey }) {
  const t = useText('settings')
  const save = useSave()
  const saving = useIsSaving()
  const changed = useHasChanges([option])
  const { stored } = useSettings()
  const frame = 'border-t pt-4 pb-5 first:border-t-0 first:pt-0 last:pb-0'
  if (stored.hidden.has(option)) {
    return (
      <div className={frame}>
        <OptionField option={option} />
      </div>
    )
  }
  return (
    <form
      noValidate
      className={frame}
      onSubmit={(event) => {
        event.preventDefault()
        void save([option], { done: t(`savedText.${option}`), failed: t('textFailed') })
      }}
    >
      <OptionField option={option} />
      <div className="mt-3 flex justify-end">
        <Button type="submit" variant={changed ? 'primary' : 'outline'} loading={saving && changed}>
          {t(`saveText.${option}`)}
        </Button>
      </div>
    </form>
  )
}
