import type { messages as english } from '../en/chat.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ru'> = {
  chat: 'Чат',
  redirecting: 'Переход…',
  appMissing: 'Ничего не открылось? Возможно, приложение не установлено на этом устройстве.',
  openApp: 'Открыть приложение',
  loginWanted: 'Этот чат открывается с одним из ваших API-токенов. Войдите, чтобы им воспользоваться.',
  tokenMissing: 'Нет доступного токена, проверьте, что хотя бы один включён',
  chatsUnset: 'Обратитесь к администратору, чтобы настроить ссылки на чаты',
  chatUnread: 'Не удалось прочитать данные чата',
  linkWrong: 'Ссылка на чат настроена неверно, обратитесь к администратору',
  chatsUnsetHere: 'Ссылки на чаты ещё не настроены',
  linkWrongHere: 'Эту ссылку на чат не открыть: её адрес неверен',
}
