import type { ReactNode } from 'react'
import type { DrawnKey } from '#contract/options.ts'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OptionField } from './option-field.tsx'
import { type SectionLayout, sectionId } from './option-layout.ts'
import { useHasChanges, useIsSaving, useSettings } from './settings-state.ts'
import { useSave } from './use-save.ts'

type SettingsSectionProps = {
  layout: SectionLayout
  /** Says on which tab it is, where several tabs are shown together. */
  showTab?: boolean
  /** Stands at the right end of the title. */
  aside?: ReactNode
  /** Stands above the options. */
  children?: ReactNode
}

/** A card of options with the button that saves them. */
export function SettingsSection({ layout, showTab = false, aside, children }: SettingsSectionProps) {
  const { tab, section, keys } = layout
  const t = useText('settings')
  const name = useText('options')
  const { stored } = useSettings()
  const title = name(`section.${section}`)
  const isHidden = keys.every((key) => stored.hidden.has(key))
  return (
    <div id={sectionId(section)} className="min-w-0 scroll-mt-28 xl:scroll-mt-20">
      <CardSection title={title} description={showTab ? t(`tab.${tab}`) : undefined} aside={aside}>
        {children}
        {isHidden ? (
          <HiddenSection keys={keys} />
        ) : (
          <SectionForm keys={keys} label={t('saveSection', { section: title })} />
        )}
      </CardSection>
    </div>
  )
}

/** What there would be to set, for those who may not. */
function HiddenSection({ keys }: { keys: readonly DrawnKey[] }) {
  const t = useText('settings')
  const name = useText('options')
  return (
    <>
      <Notice title={t('rootOnlySection')} />
      <ul className="mt-3 flex flex-wrap gap-1.5">
        {keys.map((key) => (
          <li key={key} className="rounded-md bg-hover px-2.5 py-1 text-[13px] text-muted">
            {name(key)}
          </li>
        ))}
      </ul>
    </>
  )
}

type SectionFormProps = {
  keys: readonly DrawnKey[]
  /** The whole name of the save button, for those who only hear it. */
  label: string
  actions?: ReactNode
}

export function SectionForm({ keys, label, actions }: SectionFormProps) {
  const t = useText()
  const save = useSave()
  const saving = useIsSaving()
  const changed = useHasChanges(keys)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save(keys)
      }}
    >
      {keys.map((key) => (
        <OptionField key={key} option={key} />
      ))}
      <div className="mt-4 flex flex-wrap justify-end gap-2 border-t pt-4">
        {actions}
        <Button
          type="submit"
          aria-label={label}
          variant={changed ? 'primary' : 'outline'}
          loading={saving && changed}
          className="min-w-20"
        >
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
