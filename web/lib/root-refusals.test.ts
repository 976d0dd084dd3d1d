import { expect, it } from 'vitest'
import { errors } from '#contract/errors.ts'
import { languageCodes } from '#contract/languages.ts'
import { setLanguage } from './i18n.ts'
import { rootRefusal } from './root-refusals.ts'

/** Sentences that send whoever reads them to the people who run the gateway. */
const sendsOn = /contact the admin|ask the operator|for its operator/i

it.each(languageCodes)('no refusal sends the super admin to himself, in %s', async (language) => {
  await setLanguage(language)
  const codes = Object.entries(errors).flatMap(([code, { en }]) => (sendsOn.test(en) ? [code] : []))
  expect(codes).toContain('mail_off')
  const told = await Promise.all(
    codes.map(async (code) => (await rootRefusal({ code, values: { name: 'GitHub', model: 'm' } }))?.message ?? code),
  )
  expect(told.filter((text) => codes.includes(text) || /[{}]/.test(text))).toEqual([])
})
