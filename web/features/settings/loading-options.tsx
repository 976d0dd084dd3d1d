import clsx from 'clsx'
import { type DrawnKey, optionTable } from '#contract/options.ts'
import { useText } from '../../lib/i18n.ts'
import { CardSection } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { optionId, optionLook, type SectionLayout } from './option-layout.ts'
import { OptionRow } from './option-row.tsx'

/** Options before it is known how they are set; what they are called and what they are for is known. */
export function LoadingOptions({ keys }: { keys: readonly DrawnKey[] }) {
  const name = useText('options')
  return keys.map((key) => (
    <OptionRow
      key={key}
      id={optionId(key)}
      label={name(key)}
      hint={name(`${key}.hint`)}
      error={undefined}
      aside={null}
      look={optionLook(key)}
    >
      <Skeleton className={controlShape(key)} />
    </OptionRow>
  ))
}

const controlShape = (key: DrawnKey): string => {
  const look = optionLook(key)
  return clsx(
    look === 'switch' && 'h-5 w-9 rounded-full',
    look === 'side' && 'h-9',
    look === 'below' && (optionTable[key].control === 'textarea' ? 'h-24' : 'h-36'),
  )
}

export function LoadingSection({ layout: { section, keys } }: { layout: SectionLayout }) {
  const name = useText('options')
  return (
    <CardSection title={name(`section.${section}`)}>
      <LoadingOptions keys={keys} />
    </CardSection>
  )
}
