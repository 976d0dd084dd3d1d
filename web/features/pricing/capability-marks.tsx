import { AudioLines, Brain, FileText, Image, Video, Wrench } from 'lucide-react'
import { shortTokens } from '../../lib/format-fixed.ts'
import { useText } from '../../lib/i18n.ts'
import { capabilitiesOf, capabilityLabels } from './capabilities.ts'
import type { ShownModel } from './shown-models.ts'

const icons = { image: Image, file: FileText, audio: AudioLines, video: Video, tools: Wrench, reasoning: Brain }

/** What is known of a model, small: how much it takes at once and what it can. */
export function CapabilityMarks({ model }: { model: ShownModel }) {
  const t = useText('pricing')
  const { context_length: context, max_output_tokens: output, retires_on: retires } = model
  if (context === undefined) return null
  const limits = [
    t('contextTitle', { tokens: shortTokens(context) }),
    ...(output === undefined ? [] : [t('outputTitle', { tokens: shortTokens(output) })]),
  ].join(' · ')
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-xs text-muted group-data-low/row:hidden lg:flex-nowrap">
      <span title={limits}>
        <span aria-hidden>{shortTokens(context)}</span>
        <span className="sr-only">{limits}</span>
      </span>
      {capabilitiesOf(model).map((capability) => {
        const Icon = icons[capability]
        const label = t(capabilityLabels[capability])
        return (
          <span key={capability} className="inline-flex" title={label}>
            <Icon className="size-3.5" aria-hidden />
            <span className="sr-only">{label}</span>
          </span>
        )
      })}
      {retires !== undefined && <span className="whitespace-nowrap">{t('retires', { day: retires })}</span>}
    </span>
  )
}
