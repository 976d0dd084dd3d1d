import type { messages as english } from '../en/home.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english, 'ru'> = {
  heroTitle: 'Один адрес для всех моделей',
  heroText: 'Направьте свой клиент на этот шлюз — и один API-токен откроет всех провайдеров.',
  baseUrl: 'Базовый URL',
  copyBaseUrl: 'Копировать базовый URL',
  getToken: 'Получить API-токен',
  openConsole: 'Открыть консоль',
  seePricing: 'Модели и цены',
  snippets: 'Примеры кода',
  copyCode: 'Копировать код',
  chapterProtocolTitle: 'Ваш клиент без изменений',
  chapterProtocolText: 'Смените базовый URL и ключ: любой клиент API chat completions заработает как есть.',
  chapterUsageTitle: 'Каждый расход на счету',
  chapterUsageText: 'Токены, цена и маршрут запроса попадают в журнал в момент его завершения.',
  chapterRouteTitle: 'Автоматическое переключение',
  chapterRouteText: 'Если один провайдер не отвечает, его заменяет следующий по приоритету и весу.',
  pageFrame: 'Главная страница',
  aboutTitle: 'О сайте',
  aboutEmptyTitle: 'Здесь пока нечего читать',
  aboutEmptyHint: 'Администратор может написать эту страницу в настройках системы, в Markdown или HTML.',
  aboutFrame: 'Страница «О сайте»',
}
