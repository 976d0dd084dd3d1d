import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { type Language, languageCodes } from '#contract/languages.ts'
import { userSettings } from '#contract/user-settings.ts'
import { call } from '../lib/api.ts'
import { comingLanguage, setLanguage, useLanguage } from '../lib/i18n.ts'
import { readLocal, readLocalJson, writeLocal } from '../lib/local-storage.ts'
import { readSetting } from '../lib/own-setting.ts'
import { languagePreference } from '../lib/preferences.ts'
import { queryClient } from '../lib/query.ts'
import { selfQuery } from '../lib/self.ts'

const key = 'told-language'

/** What this browser had picked before; what differs from it was picked by whoever is at it now. */
const languageAtLoad = languagePreference.get()

/** What this browser last had in common with an account; `followed` where it came from there, and nobody picked it here. */
const toldLanguage = z.object({
  user: z.int(),
  language: z.enum(languageCodes),
  followed: z.optional(z.boolean()),
})

/** Read anew each time: other tabs write it too. */
const readTold = () => readLocalJson(key, toldLanguage)

const note = (told: z.output<typeof toldLanguage>): void => writeLocal(key, JSON.stringify(told))

/**
 * A language that is picked in this browser is told to the account, for what the server writes by itself. Where none was
 * picked the console speaks that of the account, once it is known whose it is: a page that is read changes under nobody.
 */
export function KeptLanguage() {
  const language = useLanguage()
  const { data: self } = useQuery({ ...selfQuery(), enabled: false })
  const id = self?.id
  const kept = self && readSetting(self.setting).language
  const known = useRef<number>(undefined)
  useEffect(() => {
    if (id === undefined) return
    const isFirst = known.current !== id
    known.current = id
    const told = readTold()
    const chosen = languagePreference.get()
    const followed = chosen === null || (told?.followed === true && told.language === chosen)
    if (kept === undefined) void tell(id, language, followed)
    else if (followed) isFirst && void follow(id, kept)
    else if (told?.language !== language && (told?.user === id || chosen !== languageAtLoad))
      void tell(id, language, false)
    else note({ user: id, language })
  }, [id, kept, language])
  return null
}

const tell = async (user: number, language: Language, followed: boolean): Promise<void> => {
  try {
    await call(userSettings.update, { body: { language } })
    note({ user, language, followed })
    await queryClient.invalidateQueries({ queryKey: selfQuery().queryKey })
  } catch {
    // Nobody waits for it: it is told when the console is opened anew.
  }
}

/** Noted before it is spoken: what is spoken and not noted was picked. */
const follow = async (user: number, language: Language): Promise<void> => {
  const before = readLocal(key)
  const told = readTold()
  const coming = comingLanguage()
  note({ user, language, followed: true })
  // Picked before it was known who is signed in: it is spoken in a moment, and then told.
  if (coming !== undefined && !(told?.followed === true && told.language === coming)) return
  try {
    await setLanguage(language)
  } catch {
    // Its texts did not come: they are asked for when the console is opened anew.
    writeLocal(key, before)
  }
}
