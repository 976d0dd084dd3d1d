import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { type Token, tokens } from '#contract/tokens.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { Input } from '../../ui/input.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { AccessFields } from './access-fields.tsx'
import { createTokens } from './create-tokens.ts'
import { ExpiryField } from './expiry-field.tsx'
import { Presets } from './presets.tsx'
import { QuotaFields } from './quota-fields.tsx'
import {
  countPresets,
  newTokenValues,
  type TokenFormValues,
  tokenChange,
  tokenSchema,
  tokenValues,
} from './token-form.ts'

type TokenDrawerProps = { token: Token | undefined; onClose(): void; onCreated(tokens: readonly Token[]): void }

/** Makes tokens, or changes one. */
export function TokenDrawer({ token, onClose, onCreated }: TokenDrawerProps) {
  const t = useText('tokens')
  const schema = useMemo(() => tokenSchema(t, () => Date.now() / 1000, token?.expired_time), [t, token])
  const form = useForm<TokenFormValues>({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    defaultValues: token ? tokenValues(token) : newTokenValues(),
  })
  const create = useMutation({
    mutationFn: createTokens,
    onSuccess: ({ made, failure }, values) => {
      if (made.length > 0) {
        onClose()
        onCreated(made)
      }
      if (failure === undefined) notify.success(t('created'))
      else if (made.length === 0) notify.error(failure)
      else notify.error(`${t('createdSome', { done: made.length, count: values.count ?? 1 })}\n${failure}`)
    },
    onSettled: () => refresh(tokens.list),
  })
  const update = useMutation({
    mutationFn: (body: ReturnType<typeof tokenChange>) => call(tokens.update, { query: {}, body }),
    onSuccess: () => {
      notify.success(t('updated'))
      onClose()
    },
    onSettled: () => refresh(tokens.list),
  })
  return (
    <FormDrawer
      open
      onClose={onClose}
      title={t(token ? 'editToken' : 'createToken')}
      form={form}
      pending={create.isPending || update.isPending}
      submitLabel={t(token ? 'save' : 'create')}
      onSubmit={(values) => (token ? update.mutate(tokenChange(token, values)) : create.mutate(values))}
    >
      <FormSection title={t('sectionBasics')}>
        <FormField control={form.control} name="name" label={t('fieldName')} required>
          {(field) => <Input {...field} />}
        </FormField>
        <ExpiryField form={form} />
        {!token && (
          <>
            <FormField control={form.control} name="count" label={t('fieldCount')} hint={t('countHint')}>
              {({ ref, name: _name, ...field }) => <NumberInput {...field} inputRef={ref} minimum={1} decimals={0} />}
            </FormField>
            <Presets
              label={t('countPresets')}
              choices={countPresets.map((value) => ({ label: String(value), value }))}
              onPick={(value) => form.setValue('count', value, { shouldDirty: true, shouldValidate: true })}
            />
          </>
        )}
      </FormSection>
      <FormSection title={t('sectionQuota')}>
        <QuotaFields form={form} />
      </FormSection>
      <FormSection title={t('sectionAccess')}>
        <AccessFields form={form} />
      </FormSection>
    </FormDrawer>
  )
}
