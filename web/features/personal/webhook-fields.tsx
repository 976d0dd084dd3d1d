import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import type { PreferencesEdit } from './preferences-form.ts'

const samplePayload = `POST /your/path
Content-Type: application/json
Authorization: Bearer <secret>
X-Webhook-Signature: <hex HMAC-SHA256 of the body, keyed with the secret>

{
  "type": "quota_exceed",
  "title": "…",
  "content": "…",
  "values": ["$0.19", "https://…/topup"],
  "timestamp": 1700000000
}`

/** Where the notice is sent, the secret that proves it is ours, and what it looks like. */
export function WebhookFields({ edit, isSecretSet }: { edit: PreferencesEdit; isSecretSet: boolean }) {
  const t = useText('personal')
  const isRemoved = edit.form.watch('removesSecret')
  return (
    <>
      <RecordField edit={edit} name="address" required>
        {(field) => <Input {...field} type="url" inputMode="url" placeholder="https://example.com/webhook" />}
      </RecordField>
      <RecordField
        edit={edit}
        name="secret"
        hint={isRemoved ? t('webhookSecretRemoved') : undefined}
        optional
        aside={
          isSecretSet && (
            <Button
              variant="link"
              size="inline"
              className="min-h-6 text-[13px]"
              onClick={() => edit.set('removesSecret', !isRemoved)}
            >
              {isRemoved ? t('webhookSecretKeep') : t('webhookSecretRemove')}
            </Button>
          )
        }
      >
        {(field) => (
          <PasswordInput
            {...field}
            autoComplete="new-password"
            placeholder={isSecretSet && !isRemoved ? t('secretSet') : t('secretUnset')}
          />
        )}
      </RecordField>
      <details className="rounded-lg border bg-hover/50 px-3.5 py-2.5 text-[13px]">
        <summary className="min-h-6 font-medium">{t('webhookFormat')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0} className="mt-2 overflow-x-auto font-mono text-xs leading-5">
          {samplePayload}
        </pre>
      </details>
    </>
  )
}
