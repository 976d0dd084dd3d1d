import * as z from 'zod/mini'
import { jsonPreference } from '../../lib/preferences.ts'

/** Whether the page shows batches in place of single codes, remembered in this browser. */
export const batchesPreference = jsonPreference('redemptions-by-batch', z.boolean(), false)
