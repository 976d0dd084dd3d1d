import { type NewTokenInput, type Token, tokens } from '#contract/tokens.ts'
import { call } from '../../lib/api.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { notifyFailure, refresh } from '../../lib/query.ts'
import { NoteInput } from '../../pieces/notes/note-input.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { Presets } from '../../ui/presets.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { AccessFields } from './access-fields.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { QuotaFields } from './quota-fields.tsx'
import { countPresets, newTokenBodies, tokenForm } from './token-form.ts'

type TokenDrawerProps = {
  token: Token | undefined
  /** What new ones are made like. */
  like?: Token
  onClose(): void
  onCreated(tokens: readonly Token[]): void
}

/** Makes tokens, or changes one. */
export function TokenDrawer({ token, like, onClose, onCreated }: TokenDrawerProps) {
  const t = useText('tokens')
  const edit = useRecordForm(tokenForm, {
    text: t,
    before: token,
    // What an unlimited one took lies below zero.
    like: like && { ...like, remain_quota: Math.max(0, like.remain_quota) },
    save: async (values) => {
      try {
        if (token) {
          await call(tokens.update, { query: {}, body: { ...edit.changes(values), id: token.id } })
          notify.success(t('updated'))
        } else {
          const bodies = newTokenBodies(edit.body(values), values.count ?? 1)
          const { made, error } = await createTokens(bodies)
          if (error !== undefined && made.length === 0) throw error
          tellMade(made.length, bodies.length, error, t)
          onCreated(made)
        }
        onClose()
      } finally {
        void refresh(tokens.list)
      }
    },
  })
  return (
    <FormDrawer
      open
      onClose={onClose}
      title={t(token ? 'editToken' : 'createToken')}
      form={edit.form}
      pending={edit.isPending}
      submitLabel={t(token ? 'save' : 'create')}
      onSubmit={edit.submit}
    >
      <FormSection title={t('sectionBasics')}>
        <RecordField edit={edit} name="name" />
        <RecordField edit={edit} name="note" optional>
          {(field) => <NoteInput {...field} />}
        </RecordField>
        <ExpiryField edit={edit} />
        {!token && (
          <>
            <RecordField edit={edit} name="count" />
            <Presets
              label={t('countPresets')}
              choices={countPresets.map((value) => ({ id: value, label: String(value), value }))}
              onPick={(value) => edit.set('count', value)}
            />
          </>
        )}
      </FormSection>
      <FormSection title={t('sectionQuota')}>
        <QuotaFields edit={edit} />
      </FormSection>
      <FormSection title={t('sectionAccess')}>
        <AccessFields edit={edit} />
      </FormSection>
    </FormDrawer>
  )
}

const tellMade = (done: number, count: number, error: unknown, t: Text<'tokens'>): void => {
  if (error === undefined) notify.success(t('created'))
  else notifyFailure(error, t('createdSome', { done, count }))
}

/** One call per token, one after the other. What was made before a call failed stays. */
const createTokens = async (bodies: readonly NewTokenInput[]): Promise<{ made: Token[]; error?: unknown }> => {
  const made: Token[] = []
  for (const body of bodies) {
    try {
      made.push(await call(tokens.create, { body }))
    } catch (error) {
      return { made, error }
    }
  }
  return { made }
}
