import { useText } from '../../lib/i18n.ts'
import { Dialog } from '../../ui/dialog.tsx'

/** A picture of how ratios make a price, with an example. */
export function RatioHelp({ onClose }: { onClose(): void }) {
  const t = useText('pricing')
  return (
    <Dialog open onClose={onClose} title={t('helpTitle')} description={t('helpIntro')} size="lg">
      <figure className="grid gap-4 pb-2">
        <RatioPicture />
        <figcaption className="text-[13px] text-muted">{t('helpText')}</figcaption>
      </figure>
    </Dialog>
  )
}

/** The example: $2 × 1.25 × 0.8 for input, and four times that for output. */
const steps = [
  { key: 'helpBase', value: '$2', note: '/ 1M' },
  { key: 'helpModel', value: '1.25', note: '' },
  { key: 'helpGroup', value: '0.8', note: '' },
] as const

function RatioPicture() {
  const t = useText('pricing')
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-stretch gap-2">
        {steps.map(({ key, value, note }, index) => (
          <span key={key} className="flex items-center gap-2">
            {index > 0 && <Sign text="×" />}
            <Box label={t(key)} value={value} note={note} />
          </span>
        ))}
        <span className="flex items-center gap-2">
          <Sign text="=" />
          <Box label={t('input')} value="$2" note="/ 1M" strong />
        </span>
      </div>
      <div className="flex flex-wrap items-stretch gap-2">
        <Box label={t('input')} value="$2" note="/ 1M" strong />
        <span className="flex items-center gap-2">
          <Sign text="×" />
          <Box label={t('helpCompletion')} value="4" note="" />
        </span>
        <span className="flex items-center gap-2">
          <Sign text="=" />
          <Box label={t('output')} value="$8" note="/ 1M" strong />
        </span>
      </div>
    </div>
  )
}

type BoxProps = { label: string; value: string; note: string; strong?: boolean }

function Box({ label, value, note, strong = false }: BoxProps) {
  return (
    <span
      className={`grid min-w-28 gap-0.5 rounded-lg border px-3.5 py-2.5 ${strong ? 'border-brand bg-brand-soft/60' : 'bg-bg'}`}
    >
      <span className="text-xs text-muted">{label}</span>
      <span className="text-lg font-semibold tabular-nums">
        {value} <span className="text-xs font-normal text-muted">{note}</span>
      </span>
    </span>
  )
}

function Sign({ text }: { text: string }) {
  return <span className="w-4 text-center text-lg text-muted">{text}</span>
}
