import * as z from 'zod/mini'
import { jsonFault } from '#contract/json-fault.ts'
import type { Text } from '../../../lib/i18n.ts'

export const jsonObject = z.record(z.string(), z.unknown())
const nameMapping = z.record(z.string(), z.string())
const statusText = z.string().check(z.regex(/^\s*[45]\d\d\s*$/))
const statusMapping = z.record(
  z.string().check(z.regex(/^[1-5]\d\d$/)),
  z.union([z.int().check(z.minimum(400), z.maximum(599)), statusText]),
)

type Fault = 'mappingWrong' | 'statusMappingWrong' | 'settingWrong' | 'overrideWrong' | 'otherWrong'
type Shape = 'mappingShape' | 'statusMappingShape' | 'objectNeeded'

/** A field of JSON text, or of nothing: what is wrong with it, and where it stops being JSON. */
const jsonField = (t: Text<'channels'>, schema: z.ZodMiniType, fault: Fault, shape: Shape) =>
  z.string().check(
    z.refine((text) => text.trim() === '' || jsonFault(text) === undefined, {
      error: ({ input }) => faultAt(t, fault, String(input)),
      abort: true,
    }),
    z.refine((text) => text.trim() === '' || z.safeParse(schema, JSON.parse(text)).success, t(shape)),
  )

export const mappingField = (t: Text<'channels'>) => jsonField(t, nameMapping, 'mappingWrong', 'mappingShape')

export const statusMappingField = (t: Text<'channels'>) =>
  jsonField(t, statusMapping, 'statusMappingWrong', 'statusMappingShape')

export const objectField = (t: Text<'channels'>, fault: 'settingWrong' | 'overrideWrong') =>
  jsonField(t, jsonObject, fault, 'objectNeeded')

/** Plain text, unless it begins like an object. */
export const otherField = (t: Text<'channels'>) =>
  z.string().check(
    z.refine((text) => !text.trim().startsWith('{') || jsonFault(text) === undefined, {
      error: ({ input }) => faultAt(t, 'otherWrong', String(input)),
    }),
  )

const faultAt = (t: Text<'channels'>, fault: Fault, text: string): string => {
  const [line = '', column = ''] = jsonFault(text)?.split(':') ?? []
  return t('jsonAt', { fault: t(fault), line, column })
}
