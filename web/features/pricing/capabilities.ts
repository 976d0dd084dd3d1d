import type { PricedModel } from '#contract/models.ts'

/** What a model may be asked to be able to do. */
export const capabilityLabels = {
  image: 'can.image',
  file: 'can.file',
  audio: 'can.audio',
  video: 'can.video',
  tools: 'can.tools',
  reasoning: 'can.reasoning',
} as const
export type Capability = keyof typeof capabilityLabels

/** What is publicly known that it can, in the order in which it is shown. */
export const capabilitiesOf = ({
  input_modalities: takes = [],
  abilities = [],
}: PricedModel): readonly Capability[] => {
  const known = new Set([...takes, ...abilities])
  // seam: Object.keys forgets which names these are
  return (Object.keys(capabilityLabels) as Capability[]).filter((capability) => known.has(capability))
}

export const contextLabels = {
  32000: 'context.32000',
  128000: 'context.128000',
  200000: 'context.200000',
  1000000: 'context.1000000',
} as const

export type CapabilityWish = {
  can?: Capability | undefined
  context?: `${keyof typeof contextLabels}` | undefined
}

/** Of what nobody knows it is not said that it can. */
export const isCapable = (model: PricedModel, { can, context }: CapabilityWish): boolean =>
  (can === undefined || capabilitiesOf(model).includes(can)) &&
  (context === undefined || (model.context_length ?? 0) >= Number(context))
