import type { UseFormReturn } from 'react-hook-form'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import type { PreferenceValues } from './preferences-form.ts'

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
export function WebhookFields({ form, isSecretSet }: { form: UseFormReturn<PreferenceValues>; isSecretSet: boolean }) {
  const t = useText('personal')
  const removed = form.watch('removeSecret')
  return (
    <>
      <FormField control={form.control} name="webhook_url" label={t('webhookUrl')} hint={t('webhookUrlHint')} required>
        {(field) => <Input {...field} type="url" inputMode="url" placeholder="https://example.com/webhook" />}
      </FormField>
      <FormField
        control={form.control}
        name="webhook_secret"
        label={t('webhookSecret')}
        hint={removed ? t('webhookSecretRemoved') : t('webhookSecretHint')}
        optional
        aside={
          isSecretSet && (
            <Button
              variant="link"
              size="inline"
              className="min-h-6 text-[13px]"
              onClick={() => form.setValue('removeSecret', !removed, { shouldDirty: true })}
            >
              {removed ? t('webhookSecretKeep') : t('webhookSecretRemove')}
            </Button>
          )
        }
      >
        {(field) => (
          <PasswordInput
            {...field}
            autoComplete="new-password"
            placeholder={isSecretSet && !removed ? t('secretSet') : t('secretUnset')}
          />
        )}
      </FormField>
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
