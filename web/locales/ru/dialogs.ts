import type { messages as english } from '../en/dialogs.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ru'> = {
  manualCopyTitle: 'Копирование вручную',
  manualCopyHint: 'Браузер не разрешает копировать в буфер обмена. Выделите текст и скопируйте его.',
  proofTitle: 'Подтвердите, что это вы',
  proofText: 'Действие затрагивает аккаунт, а ваш последний вход был давно.',
  proofPassword: 'Текущий пароль',
  proofBy: 'Войти снова через {name}',
  callsPaused: 'Новые запросы не принимаются',
  callsPausedHelp:
    'Их стоимость не удалось записать: на диске с данными нет места или база данных слишком долго недоступна. Запросы возобновятся сами, как только это станет возможно.',
  palettePrompt:
    'Найдите страницу, действие, пользователя, токен, канал, модель или настройку либо вставьте ID запроса',
  paletteCall: 'Запрос {id}',
  paletteUnasked: 'Поиск выполнен не везде',
  paletteFailed: 'Ошибка',
  paletteScheme: 'Сменить режим',
  shortcutsHint: 'G, затем буква — переход на страницу.',
  wayPicture: 'QR-код официального аккаунта',
  wayHint:
    'Отсканируйте QR-код, подпишитесь на официальный аккаунт и отправьте ему «验证码» (код действует три минуты).',
  wayCode: 'Код подтверждения',
}
