import { useQuery } from '@tanstack/react-query'
import { errorMessage, isErrorCode } from '#contract/errors.ts'
import { isServerLanguage } from '#contract/languages.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { refusalText } from '../../lib/refusal-words.ts'

/** What somebody was told who was refused, by the code of it; its values are not kept. */
export function RefusalReason({ code }: { code: string }) {
  const language = useLanguage()
  const message = isErrorCode(code) ? errorMessage(code, isServerLanguage(language) ? language : 'en') : code
  const { data = message } = useQuery({
    queryKey: ['refusal', code, language],
    queryFn: () => refusalText({ code, message }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data.replace(blank, '…')
}

const blank = /\{\w+(?::[^}]*)?\}/g
