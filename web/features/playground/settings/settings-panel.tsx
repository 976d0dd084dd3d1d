import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { type Conversation, mostSides } from '../conversation.ts'
import { addedSide } from '../new-conversation.ts'
import { refusedBy } from '../payment.ts'
import type { Payment } from '../use-payment.ts'
import { changeSide, setUpConversation } from '../workbench.ts'
import { ModelField } from './model-field.tsx'
import { ParameterFields } from './parameter-fields.tsx'
import { PayerField } from './payer-field.tsx'
import { ToolsField } from './tools-field.tsx'

/** Who pays, which models answer, and what is sent beside the messages. */
export function SettingsPanel({ whole, payment }: { whole: Conversation; payment: Payment }) {
  const t = useText('playground')
  const userId = useUser()?.id ?? 0
  const { sides } = whole
  const [chosen, setChosen] = useState('')
  const side = sides.find(({ id }) => id === chosen) ?? sides[0]
  const addModel = () => {
    const { models } = payment
    const names = models.state === 'here' ? models.value.map(({ name }) => name) : []
    setUpConversation({ sides: [...sides, addedSide(userId, sides, names)] })
  }
  const labelOf = (place: number) => (sides.length === 1 ? t('model') : t('modelNumber', { number: place + 1 }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PayerField payer={whole.payer} payment={payment} onChange={(payer) => setUpConversation({ payer })} />
      <div className="grid gap-3">
        {sides.map(({ id, model }, place) => (
          <ModelField
            key={id}
            label={labelOf(place)}
            model={model}
            models={payment.models}
            onChange={(next) => changeSide(id, { model: next })}
            onRemove={
              sides.length === 1
                ? undefined
                : () => setUpConversation({ sides: sides.filter((each) => each.id !== id) })
            }
          />
        ))}
        {sides.length < mostSides && (
          <Button size="sm" className="justify-self-start" onClick={addModel}>
            <Plus aria-hidden />
            {t('addModel')}
          </Button>
        )}
      </div>
      <Field label={t('systemPrompt')} hint={t('systemPromptHint')}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={whole.system}
            onChange={(event) => setUpConversation({ system: event.target.value })}
          />
        )}
      </Field>
      <section className="grid gap-3" aria-label={t('parameters')}>
        {sides.length > 1 && side && (
          <div className="grid justify-items-start gap-1.5">
            <p aria-hidden className="text-[13px] break-all text-muted">
              {t('parametersOf', { name: side.model })}
            </p>
            <Segmented
              label={t('parametersOf', { name: side.model })}
              value={side.id}
              choices={sides.map(({ id }, place) => ({ value: id, label: String(place + 1) }))}
              onChange={setChosen}
            />
          </div>
        )}
        {side && (
          <ParameterFields
            value={side.parameters}
            model={side.model}
            refused={refusedBy(payment.refusals, side.model)}
            onChange={(change) => changeSide(side.id, { parameters: { ...side.parameters, ...change } })}
          />
        )}
      </section>
      <ToolsField value={whole.tools} onChange={(tools) => setUpConversation({ tools })} />
    </div>
  )
}
