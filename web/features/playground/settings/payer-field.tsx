import type { Prices } from '../../../lib/callable-models.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { mapKnown } from '../../../lib/known.ts'
import { ChoicesNote } from '../../../ui/choices-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Payer } from '../conversation.ts'
import { usableTokens } from '../payment.ts'
import type { Payment } from '../use-payment.ts'

type PayerFieldProps = { payer: Payer; payment: Payment; onChange(payer: Payer): void }

/** The own balance in one of the groups, or a token. */
export function PayerField({ payer, payment, onChange }: PayerFieldProps) {
  const t = useText('playground')
  const format = useFormat()
  const { prices, tokens, ownGroup, means } = payment
  const choices = mapKnown(prices, ({ usable_group, group_ratio }) => [
    { value: 'group:', label: t('payerOwn'), hint: t('payerOwnHint', { name: ownGroup }) },
    ...Object.keys(usable_group)
      .filter((name) => name !== ownGroup)
      .map((name) => ({
        value: `group:${name}`,
        label: t('payerGroup', { name }),
        hint: t('payerGroupHint', { ratio: format.ratio(group_ratio[name] ?? 1) }),
      })),
    ...(tokens.state === 'here' ? usableTokens(tokens.value) : []).map(({ id, name }) => ({
      value: `token:${id}`,
      label: name,
      hint: t('payerTokenHint'),
    })),
  ])
  const isGone = tokens.state === 'here' && means === undefined
  const isOwn = payer.kind === 'group' && (payer.group === '' || payer.group === ownGroup)
  /** What is chosen, as long as its words are not here: nobody chose `group:`. */
  const chosen =
    payer.kind === 'token' ? `#${payer.id}` : isOwn ? t('payerOwn') : t('payerGroup', { name: payer.group })
  const isForbidden = prices.state === 'here' && !isUsableGroup(payer, prices.value, ownGroup)
  const fault = isGone ? t('payerMissing') : isForbidden ? t('payerGroupMissing') : undefined
  return (
    <Field label={t('payer')} error={fault}>
      {(control) => (
        <div>
          <Select
            {...control}
            placeholder={chosen}
            value={
              prices.state !== 'here'
                ? null
                : payer.kind === 'token'
                  ? `token:${payer.id}`
                  : `group:${isOwn ? '' : payer.group}`
            }
            choices={choices}
            onChange={(value) => value !== null && onChange(payerOf(value))}
          />
          {/* Of the prices the select tells itself. */}
          {prices.state !== 'failed' && <ChoicesNote choices={tokens} />}
        </div>
      )}
    </Field>
  )
}

/** A call of somebody else's may have gone to a group that one cannot call in. */
const isUsableGroup = (payer: Payer, { usable_group }: Prices, ownGroup: string): boolean =>
  payer.kind === 'token' || payer.group === '' || payer.group === ownGroup || payer.group in usable_group

const payerOf = (value: string): Payer =>
  value.startsWith('token:')
    ? { kind: 'token', id: Number(value.slice('token:'.length)) }
    : { kind: 'group', group: value.slice('group:'.length) }
