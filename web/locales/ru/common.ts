import type { messages as english } from '../en/common.ts'
import type { Translation } from '../translation.ts'

/**
 * Words of the Russian console, one thing, one word:
 * API token: API-токен (on its own pages: токен); key, its secret text: ключ; token, the unit: токен
 * access token: токен доступа; personal settings: личные настройки; dialect: формат API
 * channel: канал; provider: провайдер; maker, vendor of a model: разработчик; upstream: апстрим; base URL: базовый URL
 * account: аккаунт; username: имя пользователя; group: группа; admin: администратор; super admin: суперадминистратор;
 * ordinary user: обычный пользователь; ban, unban: заблокировать, разблокировать; cancelled account: удалённый аккаунт
 * log in, sign in: войти, вход; register: регистрация; bind: привязать; human check: проверка на робота
 * quota: квота; balance: баланс; used, consumed: израсходовано; cost: стоимость; charge: списать; top up: пополнить
 * redemption code: код пополнения; redeem: активировать; gift code: подарочный код; daily check-in: ежедневный бонус
 * invitation earnings: бонусы за приглашения; ratio: коэффициент; completion ratio: коэффициент вывода
 * fixed price: фиксированная цена; model: модель; call, request: запрос; prompt: промпт; answer: ответ
 * input, output: ввод, вывод; cache read, write: чтение кэша, запись в кэш; reasoning: рассуждения
 * stream: потоковый режим, поток; batch: пакет; usage log: журнал запросов; entry: запись
 * drawing: рисунок; task: задача; tag: тег; notification: уведомление; save: сохранить
 * resting: на паузе; on trial: проверяется; model mapping: сопоставление моделей; override: переопределение
 * enable, disable: включить, отключить; delete: удалить; create: создать; add: добавить; edit: изменить
 * sensitive words: запрещённые слова; notice: объявление; webhook: вебхук; playground: песочница
 */
export const messages: Translation<typeof english, 'ru'> = {
  // Answers of the server
  errorExpired: 'Вход не выполнен или сессия истекла, войдите снова',
  errorTooMany: 'Слишком много запросов, повторите позже',
  errorInternal: 'Внутренняя ошибка сервера, обратитесь к администратору',
  errorDemo: 'Это демонстрационный сайт, действие недоступно',
  errorOther: 'Ошибка: {message}',
  errorUnreachable: 'Не удалось подключиться к серверу',
  errorStatus: 'Не удалось загрузить состояние сайта',
  errorUnreadable: 'Не удалось прочитать ответ сервера',
  errorStreamCut: 'Ответ оборвался, не закончившись',
  refreshFailed: 'Не удалось обновить',
  errorUnknown: 'Не удалось выполнить действие',
  errorTitle: 'Не удалось загрузить',
  errorPage: 'На странице произошла ошибка',
  partMissing: 'Не удалось загрузить код этой части',
  newerBuild: 'Вышла новая версия консоли. Перезагрузите страницу, чтобы продолжить.',
  // Words on buttons
  save: 'Сохранить',
  saved: 'Сохранено',
  cancel: 'Отмена',
  close: 'Закрыть',
  confirm: 'Подтвердить',
  create: 'Создать',
  edit: 'Изменить',
  delete: 'Удалить',
  retry: 'Повторить',
  refresh: 'Обновить',
  reload: 'Перезагрузить',
  reset: 'Сбросить',
  undo: 'Вернуть',
  copy: 'Копировать',
  copiedText: 'Скопировано: {text}',
  search: 'Поиск',
  clearNamed: 'Очистить: {name}',
  more: 'Ещё',
  loading: 'Загрузка',
  optional: 'необязательно',
  dismiss: 'Скрыть',
  notifications: 'Уведомления',
  // Inputs
  showPassword: 'Показать пароль',
  hidePassword: 'Скрыть пароль',
  jsonInvalid: 'Некорректный JSON',
  increase: 'Увеличить',
  decrease: 'Уменьшить',
  choose: 'Выбрать',
  choices: 'Варианты',
  choicesFailed: 'Не удалось загрузить варианты',
  noChoices: 'Ничего не найдено',
  addChoice: 'Добавить «{text}»',
  removeChoice: 'Убрать {name}',
  chosen: 'Выбрано: {count}',
  numberRequired: 'Введите число',
  // Tables
  actions: 'Действия',
  selected: 'Выбрано: {count}',
  clearSelection: 'Снять выделение',
  rowsRange: '{from}–{to} из {total}',
  noMatch: 'Ничего не найдено',
  nothingYet: 'Пока ничего нет',
  total: { one: '{count} запись', few: '{count} записи', many: '{count} записей', other: '{count} записи' },
  // Drawers and dialogs
  discardTitle: 'Отменить изменения?',
  discardText: 'Введённые данные не сохранены.',
  discard: 'Не сохранять',
  keepEditing: 'Продолжить',
  typeToConfirm: 'Введите {text} для подтверждения',
  unsaved: {
    one: '{count} несохранённое изменение',
    few: '{count} несохранённых изменения',
    many: '{count} несохранённых изменений',
    other: '{count} несохранённого изменения',
  },
  nothingChanged: 'Нет изменений для сохранения',
  checkInput: 'Проверьте введённые данные',
  saveFailed: 'Не удалось сохранить, повторите попытку',
  savePartial: 'Часть настроек не сохранена, повторите попытку',
  submittedAlready: 'Уже отправляется, подождите',
  secretSet: 'Задано. Введите новое значение, чтобы заменить',
  secretUnset: 'Не задано',
  // Shell
  skipToContent: 'К содержимому',
  home: 'Главная',
  console: 'Консоль',
  start: 'Начало работы',
  pricing: 'Цены',
  modelStatus: 'Состояние',
  docs: 'Документация',
  about: 'О сайте',
  login: 'Войти',
  register: 'Регистрация',
  logout: 'Выйти',
  loggedOut: 'Вы вышли',
  language: 'Язык',
  switchDark: 'Включить тёмный режим',
  switchLight: 'Включить светлый режим',
  account: 'Аккаунт',
  notice: 'Объявление',
  noticeNew: 'Новое объявление',
  openNavigation: 'Открыть меню',
  navigation: 'Меню',
  mainNavigation: 'Основное',
  collapseSidebar: 'Свернуть меню',
  expandSidebar: 'Развернуть меню',
  modeSelf: 'Личный',
  modeDemo: 'Демо',
  connectionLost: 'Нет связи с сервером',
  connectionHelp: 'Попытки повторяются каждые несколько секунд. Введённое сохраняется.',
  groupConsole: 'Консоль',
  groupAdmin: 'Управление',
  groupPersonal: 'Личное',
  playground: 'Песочница',
  dashboard: 'Статистика',
  tokens: 'API-токены',
  logs: 'Журнал запросов',
  drawings: 'Журнал рисунков',
  songs: 'Журнал задач',
  videos: 'Журнал видео',
  batches: 'Пакеты',
  channels: 'Каналы',
  redemptions: 'Коды пополнения',
  users: 'Пользователи',
  settings: 'Настройки системы',
  audit: 'Журнал аудита',
  wallet: 'Кошелёк',
  personal: 'Личные настройки',
  poweredBy: 'Работает на {name} {version}',
  // Command palette
  palette: 'Палитра команд',
  shortcuts: 'Горячие клавиши',
  // Not found
  notFoundTitle: 'Страница не найдена',
  notFoundText: 'Проверьте адрес в браузере.',
  notFoundNearest: 'Возможно, вы имели в виду: {name}',
  notFoundHome: 'На главную',
  // Proofs of an address, of an account elsewhere, and of being a person
  'way.oidc': 'OIDC',
  'way.github': 'GitHub',
  'way.linuxdo': 'LINUX DO',
  'way.wechat': 'WeChat',
  'way.telegram': 'Telegram',
  getCode: 'Получить код',
  codeAgain: 'Повтор через {count} с',
  codeSent: 'Код подтверждения отправлен, проверьте почту',
  emailMissing: 'Введите адрес почты',
  mailOff: 'Сайт пока не может отправлять письма.',
  mailOffAsk: 'Обратитесь к администратору.',
  openSetting: 'Открыть настройку',
  humanCheckPending: 'Повторите через несколько секунд, идёт проверка Turnstile',
  humanCheckMissing: 'Не удалось загрузить проверку на робота. Перезагрузите страницу.',
}
