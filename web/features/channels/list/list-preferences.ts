import * as z from 'zod/mini'
import { jsonPreference } from '../../../lib/preferences.ts'

/** How the list is laid out, remembered in this browser. */
export const idSortPreference = jsonPreference('channels-id-sort', z.boolean(), false)
export const tagModePreference = jsonPreference('channels-tag-mode', z.boolean(), false)
