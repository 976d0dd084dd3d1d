import * as z from 'zod/mini'
import { jsonPreference } from '../../lib/preferences.ts'
import { priceUnits } from './model-price.ts'

/** How many tokens the prices that are shown are for. */
export const unitPreference = jsonPreference('pricing-unit', z.enum(priceUnits), 'million')

/** Whether the ratios are shown that make the prices. */
export const ratiosPreference = jsonPreference('pricing-ratios', z.boolean(), false)
