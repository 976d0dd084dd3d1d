import * as z from 'zod/mini'
import { modelName } from './fields.ts'
import { tableOf } from './option-fields.ts'

const times = z.number().check(z.minimum(1), z.maximum(1000))

/** Once a prompt has more tokens than `above`, all that is read costs `input` times the usual, all that is written `output` times. */
export const priceStep = z.object({
  above: z.int().check(z.minimum(1), z.maximum(100_000_000)),
  input: times,
  output: times,
})
export type PriceStep = z.output<typeof priceStep>

/** Whoever asks for more pays no less: what is held for a call, and what is cut down to what is held, rest on it. */
const rises = (steps: readonly PriceStep[]): boolean =>
  steps.every((step, place) => {
    const before = steps[place - 1]
    return (
      before === undefined || (step.above > before.above && step.input >= before.input && step.output >= before.output)
    )
  })

const steps = z.array(priceStep).check(z.maxLength(16), z.refine(rises, 'steps_not_rising'))

/** What long prompts cost with each model. */
export const priceStepTable = tableOf(modelName, steps)

export const priceStepsOf = (
  table: Readonly<Record<string, readonly PriceStep[]>>,
  model: string,
): readonly PriceStep[] | undefined => (Object.hasOwn(table, model) ? table[model] : undefined)
