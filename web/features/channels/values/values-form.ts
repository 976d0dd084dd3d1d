import type { ChannelValues } from '#contract/channel-batches.ts'
import { formOf, type ValuesOf } from '../../../lib/record-form.ts'
import { type ValueName, valueNames } from './value-preview.ts'

/** One of the values that many channels can be given. */
export const valuesForm = (first: ValueName, tag: string) =>
  formOf<never, ChannelValues, 'channels'>()(
    {
      what: { control: 'choice', label: 'valuesWhat', start: first },
      priority: { control: 'whole', label: 'field.priority', hint: 'field.priority.hint', start: null },
      weight: { control: 'whole', label: 'field.weight', hint: 'field.weight.hint', start: null },
      group: { control: 'names', label: 'field.group', hint: 'field.group.hint', start: [] },
      tag: { control: 'text', label: 'field.tag', start: tag },
    },
    (values, t) => {
      const what = nameOf(values.what)
      if (valuesIn(values) !== undefined) return {}
      return { [what]: t(what === 'tag' ? 'tagMissing' : 'valuesMissing') }
    },
  )

export type ValuesForm = ReturnType<typeof valuesForm>

export const nameOf = (what: string): ValueName => valueNames.find((name) => name === what) ?? 'priority'

/** What is to be given; undefined while nothing is entered. */
export const valuesIn = (values: ValuesOf<ValuesForm>): ChannelValues | undefined => {
  const name = nameOf(values.what)
  switch (name) {
    case 'priority':
    case 'weight': {
      const value = values[name]
      return value === null ? undefined : { [name]: value }
    }
    case 'group':
      return values.group.length === 0 ? undefined : { group: values.group.join(',') }
    case 'tag':
      return values.tag.trim() === '' ? undefined : { tag: values.tag.trim() }
  }
}
