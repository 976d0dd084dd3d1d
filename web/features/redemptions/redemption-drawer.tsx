import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { type Redemption, redemptions } from '#contract/redemptions.ts'
import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { Input } from '../../ui/input.tsx'
import { KindFields } from './kind-fields.tsx'
import { QuotaField } from './quota-field.tsx'
import {
  newRedemptionBody,
  newRedemptionValues,
  type RedemptionFormValues,
  redemptionChange,
  redemptionSchema,
  redemptionValues,
} from './redemption-form.ts'
import { ValidityFields } from './validity-fields.tsx'

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
  const schema = useMemo(() => redemptionSchema(t, redemption === undefined), [t, redemption])
  const form = useForm<RedemptionFormValues>({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    defaultValues: redemption ? redemptionValues(redemption) : newRedemptionValues(),
  })
  const create = useMutation({
    mutationFn: async (values: RedemptionFormValues) => {
      const body = newRedemptionBody(values, format.quota)
      return { name: body.name, keys: await call(redemptions.create, { body }) }
    },
    onSuccess: (made) => {
      notify.success(t('created'))
      onClose()
      onCreated(made)
    },
    onSettled: () => refresh(redemptions.list),
  })
  const update = useMutation({
    mutationFn: (body: ReturnType<typeof redemptionChange>) => call(redemptions.update, { query: {}, body }),
    onSuccess: () => {
      notify.success(t('updated'))
      onClose()
    },
    onSettled: () => refresh(redemptions.list),
  })
  const [validFrom, validUntil] = form.watch(['validFrom', 'validUntil'])
  return (
    <FormDrawer
      open
      onClose={onClose}
      title={t(redemption ? 'editCode' : 'createCode')}
      form={form}
      pending={create.isPending || update.isPending}
      submitLabel={t(redemption ? 'save' : 'create')}
      onSubmit={(values) => (redemption ? update.mutate(redemptionChange(redemption, values)) : create.mutate(values))}
    >
      <FormSection title={t('sectionBasics')}>
        <FormField
          control={form.control}
          name="name"
          label={t('fieldName')}
          required={redemption !== undefined}
          hint={redemption ? undefined : t('nameHint')}
        >
          {(field) => <Input {...field} />}
        </FormField>
        <QuotaField form={form} />
      </FormSection>
      {!redemption && (
        <FormSection title={t('sectionKind')}>
          <KindFields form={form} />
        </FormSection>
      )}
      <FormSection title={t('sectionValidity')} folded mustOpen={validFrom !== null || validUntil !== null}>
        <ValidityFields form={form} />
      </FormSection>
    </FormDrawer>
  )
}
