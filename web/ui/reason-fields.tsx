import type { Answer, Question } from '../lib/confirm.ts'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { Switch } from './switch.tsx'

type ReasonFieldsProps = {
  words: NonNullable<Question['reason']>
  said: Answer
  onChange(said: Answer): void
}

/** Why something is done, and where it concerns somebody, whether he is told. */
export function ReasonFields({ words, said, onChange }: ReasonFieldsProps) {
  return (
    <div className="mt-4 grid gap-3">
      <Field label={words.label} hint={words.hint} optional>
        {(parts) => (
          <Input
            {...parts}
            value={said.reason}
            maxLength={words.longest}
            onChange={(event) => onChange({ ...said, reason: event.target.value })}
          />
        )}
      </Field>
      {words.tell !== undefined && (
        <Field label={words.tell} inline>
          {({ id }) => <Switch id={id} checked={said.tell} onChange={(tell) => onChange({ ...said, tell })} />}
        </Field>
      )}
    </div>
  )
}
