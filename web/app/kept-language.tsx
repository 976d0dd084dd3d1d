import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { type Language, languageCodes } from '#contract/languages.ts'
import { userSettings } from '#contract/user-settings.ts'
import { call } from '../lib/api.ts'
import { useLanguage } from '../lib/i18n.ts'
import { readSetting } from '../lib/own-setting.ts'
import { jsonPreference } from '../lib/preferences.ts'
import { queryClient } from '../lib/query.ts'
import { selfQuery } from '../lib/self.ts'

/** What this browser last had in common with the server, so that only what is picked in it is told. */
const toldLanguage = jsonPreference(
  'told-language',
  z.nullable(z.object({ user: z.int(), language: z.enum(languageCodes) })),
  null,
)

/** Keeps the language with the account, for what the server writes by itself: when it is picked, or where none is kept. */
export function KeptLanguage() {
  const language = useLanguage()
  const { data: self } = useQuery({ ...selfQuery(), enabled: false })
  const id = self?.id
  const kept = self && readSetting(self.setting).language
  useEffect(() => {
    if (id === undefined) return
    const told = toldLanguage.get()
    const isPicked = told?.user === id && told.language !== language
    if (kept === undefined || isPicked) void tell(id, language)
    else toldLanguage.set({ user: id, language })
  }, [id, kept, language])
  return null
}

const tell = async (user: number, language: Language): Promise<void> => {
  try {
    await call(userSettings.update, { body: { language } })
    toldLanguage.set({ user, language })
    await queryClient.invalidateQueries({ queryKey: selfQuery().queryKey })
  } catch {
    // Nobody waits for it: it is told when the console is opened anew.
  }
}
