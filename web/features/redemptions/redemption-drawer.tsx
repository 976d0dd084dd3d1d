import { type Redemption, redemptions } from '#contract/redemptions.ts'
import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { MoneyPresets } from '../../ui/presets.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { KindFields } from './kind-fields.tsx'
import { newRedemptionBody, quotaPresets, redemptionForm } from './redemption-form.ts'

export type MadeCodes = { name: string; keys: string[] }
type RedemptionDrawerProps = {
  redemption: Redemption | undefined
  onClose(): void
  onCreated(made: MadeCodes): void
}

/** Makes codes, or changes one that nobody has used. */
export function RedemptionDrawer({ redemption, onClose, onCreated }: RedemptionDrawerProps) {
  const t = useText('redemptions')
  const format = useFormat()
  const edit = useRecordForm(redemptionForm, {
    text: t,
    before: redemption,
    save: async (values) => {
      if (redemption) {
        // What kind of code it is was said when it was made.
        const { count: _count, is_gift: _kind, max_uses: _uses, key: _key, ...changes } = edit.changes(values)
        await call(redemptions.update, { query: {}, body: { ...changes, id: redemption.id } })
        notify.success(t('updated'))
      } else {
        const body = newRedemptionBody(edit.body(values), format.quota)
        onCreated({ name: body.name, keys: await call(redemptions.create, { body }) })
        notify.success(t('created'))
      }
      onClose()
      void refresh(redemptions.list)
    },
  })
  const [validFrom, validUntil] = edit.form.watch(['validFrom', 'validUntil'])
  return (
    <FormDrawer
      open
      onClose={onClose}
      title={t(redemption ? 'editCode' : 'createCode')}
      form={edit.form}
      pending={edit.isPending}
      submitLabel={t(redemption ? 'save' : 'create')}
      onSubmit={edit.submit}
    >
      <FormSection title={t('sectionBasics')}>
        <RecordField edit={edit} name="name" hint={redemption ? undefined : t('nameHint')} />
        <RecordField edit={edit} name="quota" />
        <MoneyPresets label={t('quotaPresets')} dollars={quotaPresets} onPick={(quota) => edit.set('quota', quota)} />
      </FormSection>
      {!redemption && (
        <FormSection title={t('sectionKind')}>
          <KindFields edit={edit} />
        </FormSection>
      )}
      <FormSection title={t('sectionValidity')} folded mustOpen={validFrom !== null || validUntil !== null}>
        <RecordField edit={edit} name="validFrom" />
        <RecordField edit={edit} name="validUntil" />
      </FormSection>
    </FormDrawer>
  )
}
