import { useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { optionCalls } from '#contract/options.ts'
import { call } from '../../../lib/api.ts'
import { confirm } from '../../../lib/confirm.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { refresh } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { allSections, sectionId } from '../option-layout.ts'
import { SectionForm } from '../settings-section.tsx'
import { useOptionText, useSettings } from '../settings-state.ts'

const keys = allSections.find(({ section }) => section === 'ratios')?.keys ?? []

/** The tables of prices as text. */
export function RatioForms() {
  const t = useText('settings')
  const name = useText('options')
  const { draft } = useSettings()
  const ratios = useOptionText('ModelRatio')
  const reset = useMutation({
    mutationFn: () => call(optionCalls.resetModelRatio),
    onSuccess: async () => {
      await refresh(optionCalls.list)
      draft.drop([{ key: 'ModelRatio', text: ratios }])
      notify.success(t('resetRatiosDone'))
    },
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('resetRatiosTitle'),
      text: t('resetRatiosText'),
      action: t('resetRatios'),
      danger: true,
    })
    if (sure) reset.mutate()
  }
  return (
    <Card id={sectionId('ratios')} className="max-w-240 p-5">
      <SectionForm
        keys={keys}
        label={t('saveSection', { section: name('section.ratios') })}
        actions={
          <Button variant="danger" loading={reset.isPending} onClick={() => void ask()}>
            <RotateCcw aria-hidden />
            {t('resetRatios')}
          </Button>
        }
      />
    </Card>
  )
}
