import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { optionCalls } from '#contract/options.ts'
import { users } from '#contract/users.ts'
import { type Look, looks, sharedBrowser } from '#testing/browser.ts'
import { operator, setUp } from '#testing/console-client.ts'
import { addChannel } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import type { TextName } from '#testing/specified-messages.ts'
import type { Messages } from '#web/locales/translation.ts'

/** Alone, or with what stands in its places: numbers and names, or further words. A brand is the same in every language. */
type Said = TextName | readonly [words: TextName, values: Record<string, string>] | { brand: string }

type Rule = {
  /** What is pressed to come to the field. */
  open?: readonly Said[]
  fill?: readonly (readonly [label: Said, text: string])[]
  press?: Said
} & (
  | { told: Said }
  /** A field that is not there, or that nothing can be typed into. */
  | { absent: Said }
  | { locked: Said }
)
type Rules = {
  path: string
  /** `undefined` is a visitor. */
  user: typeof operator | undefined
  /** Of a gateway that nobody has set up. */
  isFresh?: boolean
  /** Pressed where there is less room. */
  onPhone?: Said
  rules: readonly Rule[]
}

const ann = { username: 'ann', password: 'stone-river-1' }
const short = '1234567'

const save = (section: TextName): Said => ['settings.saveSection', { section }]
const least = (number: string): Said => ['common.numberLeast', { number }]
const asJson = (name: TextName): Said => ['entries.jsonOf', { name }]

/** What a person can break of section 5 of both specifications, by page; what one rule leaves in a form the next finds there. */
const everyRule: readonly Rules[] = [
  {
    path: '/setup',
    user: undefined,
    isFresh: true,
    rules: [
      { fill: [['setup.username', '']], press: 'setup.initialize', told: 'setup.usernameMissing' },
      { fill: [['setup.password', short]], press: 'setup.initialize', told: 'setup.passwordShort' },
      {
        fill: [
          ['setup.password', ann.password],
          ['setup.password2', short],
        ],
        press: 'setup.initialize',
        told: 'setup.passwordsDiffer',
      },
    ],
  },
  {
    path: '/register',
    user: undefined,
    rules: [
      { press: 'common.register', told: 'session.credentialsMissing' },
      { fill: [['session.password', short]], press: 'common.register', told: 'session.passwordShort' },
      {
        fill: [
          ['session.password', ann.password],
          ['session.password2', short],
        ],
        press: 'common.register',
        told: 'session.passwordsDiffer',
      },
    ],
  },
  {
    path: '/login',
    user: undefined,
    rules: [
      { press: 'common.login', told: 'session.credentialsMissing' },
      {
        fill: [
          ['session.usernameOrEmail', ''],
          ['session.password', short],
        ],
        press: 'common.login',
        told: 'session.credentialsMissing',
      },
    ],
  },
  { path: '/reset', user: undefined, rules: [{ press: 'session.resetSend', told: 'common.emailMissing' }] },
  {
    path: '/personal?tab=security',
    user: ann,
    rules: [
      {
        open: ['personal.changePassword'],
        fill: [
          ['personal.currentPassword', ann.password],
          ['personal.newPassword', short],
        ],
        press: 'personal.changePassword',
        told: 'personal.passwordShort',
      },
      {
        fill: [
          ['personal.newPassword', 'stone-river-2'],
          ['personal.repeatPassword', ann.password],
        ],
        press: 'personal.changePassword',
        told: 'personal.passwordsDiffer',
      },
    ],
  },
  {
    path: '/personal?tab=notification',
    user: ann,
    rules: [
      {
        open: ['personal.notifyWebhook'],
        fill: [['personal.webhookUrl', 'http://example.com']],
        press: 'personal.savePreferences',
        told: 'personal.webhookUrlHttps',
      },
    ],
  },
  {
    path: '/topup',
    user: ann,
    rules: [
      { press: 'wallet.redeem', told: 'wallet.redeemMissing' },
      { told: 'wallet.topUpOff' },
      { told: 'wallet.linkMissing' },
    ],
  },
  { path: '/chat2link', user: ann, rules: [{ told: 'chat.tokenMissing' }] },
  {
    path: '/playground',
    user: ann,
    onPhone: 'playground.showSettings',
    rules: [{ fill: [['playground.maxTokens', '-5']], told: least('0') }],
  },
  {
    path: '/user/add',
    user: operator,
    rules: [{ press: 'users.addUser', told: 'users.passwordMissing' }],
  },
  {
    path: '/user/edit/2',
    user: operator,
    rules: [{ fill: [['users.fieldNewPassword', short]], press: 'common.save', told: 'users.passwordShort' }],
  },
  {
    path: '/token/add',
    user: operator,
    rules: [
      { fill: [['tokens.fieldCount', '']], press: 'common.create', told: 'tokens.nameMissing' },
      { told: 'tokens.countWrong' },
      {
        fill: [
          ['tokens.fieldExpiry', '2040-01-01T10:00'],
          ['tokens.fieldExpiry', ''],
        ],
        press: 'common.create',
        told: 'tokens.expiryWrong',
      },
    ],
  },
  {
    ...{ path: '/token', user: operator, onPhone: 'common.more' },
    rules: [{ press: 'tokens.copySelected', told: 'tokens.copySelectedNone' }],
  },
  {
    path: '/redemption/add',
    user: operator,
    rules: [
      { absent: 'redemptions.fieldUses' },
      { open: ['redemptions.fieldGift'], told: 'redemptions.usesHint' },
      {
        fill: [
          ['redemptions.fieldName', 'n'.repeat(21)],
          ['redemptions.fieldCount', '101'],
        ],
        press: 'common.create',
        told: ['redemptions.nameLong', { count: '20' }],
      },
      { told: ['redemptions.countLarge', { count: '100' }] },
    ],
  },
  {
    path: '/channel/add',
    user: operator,
    rules: [
      { open: [{ brand: 'OpenAI' }], press: 'channels.modelsFetch', told: 'channels.keyMissing' },
      { press: 'channels.createChannel', told: 'channels.nameMissing' },
      { open: ['channels.modelsClear'], press: 'channels.createChannel', told: 'channels.modelsMissing' },
    ],
  },
  {
    path: '/channel?tag_mode=on',
    user: operator,
    rules: [
      { fill: [[['channels.priorityOf', { name: 'team' }], '1.5']], told: 'channels.field.priority.wrong' },
      { fill: [[['channels.weightOf', { name: 'team' }], '-1']], told: 'channels.field.weight.wrong' },
    ],
  },
  {
    path: '/setting',
    user: operator,
    rules: [
      { fill: [['options.ChannelDisableThreshold', '-1']], told: least('0') },
      { fill: [['options.CheckInQuota', '-1']], told: least('0') },
      { fill: [['settings.cleanupBefore', '']], press: 'settings.cleanupAction', told: 'settings.cleanupNoTime' },
      {
        fill: [['options.SensitiveWords', 'plain\nregex:[']],
        told: ['settings.faultLine', { line: '2', fault: '' }],
      },
      { press: save('options.section.sensitive'), told: 'settings.checkInput' },
    ],
  },
  {
    path: '/group',
    user: operator,
    rules: [
      {
        open: [asJson('options.GroupRatio')],
        fill: [['options.GroupRatio', '{"default"']],
        told: 'settings.faultJson',
      },
    ],
  },
  {
    path: '/setting?tab=ratelimit',
    user: operator,
    rules: [
      { fill: [['options.ModelRequestRateLimitDurationMinutes', '-1']], told: least('0') },
      { fill: [['options.ModelRequestRateLimitCount', '-2']], told: least('-1') },
      { fill: [['options.ModelRequestRateLimitSuccessCount', '0']], told: least('1') },
    ],
  },
  {
    path: '/setting?tab=models',
    user: operator,
    rules: [
      { locked: 'options.general_setting.ping_interval_seconds' },
      {
        open: ['options.general_setting.ping_interval_enabled'],
        fill: [['options.general_setting.ping_interval_seconds', '0']],
        told: least('1'),
      },
      { fill: [['options.claude.thinking_adapter_budget_tokens_percentage', '0.05']], told: least('0.1') },
      {
        fill: [['options.claude.thinking_adapter_budget_tokens_percentage', '1.5']],
        told: ['common.numberMost', { number: '1' }],
      },
    ],
  },
  {
    path: '/setting?tab=system',
    user: operator,
    rules: [
      { fill: [['options.EpayId', '42']], press: save('options.section.payment'), told: 'settings.serverAddressFirst' },
      {
        open: [asJson('options.TopupGroupRatio')],
        fill: [['options.TopupGroupRatio', '{']],
        told: 'settings.faultTopupGroupRatio',
      },
      {
        fill: [['options.EmailDomainWhitelist', 'no domain']],
        press: 'settings.addDomain',
        told: 'settings.domainFormat',
      },
      {
        fill: [['options.EmailDomainWhitelist', 'gmail.com']],
        press: 'settings.addDomain',
        told: 'settings.domainRepeated',
      },
      {
        fill: [['options.oidc.well_known', 'example.com']],
        press: 'settings.discover',
        told: 'settings.discoveryAddress',
      },
      {
        fill: [['options.oidc.well_known', 'http://127.0.0.1:9/none']],
        press: 'settings.discover',
        told: ['settings.discoveryFailed', { name: 'common.way.oidc' }],
      },
    ],
  },
  {
    path: '/price?model=plain',
    user: operator,
    rules: [
      { fill: [[['settings.ratioOf', { model: 'plain' }], 'much']], told: 'common.numberRequired' },
      { open: ['settings.addModel'], press: 'settings.addModel', told: 'settings.modelNameRequired' },
      { fill: [['settings.modelName', 'plain']], press: 'settings.addModel', told: 'settings.modelNameTaken' },
      {
        open: ['settings.mode.request'],
        fill: [
          ['settings.modelName', 'other'],
          ['settings.fieldPrice', '0'],
        ],
        press: 'settings.addModel',
        told: 'settings.priceZero',
      },
    ],
  },
  {
    path: '/price?view=unset',
    user: operator,
    rules: [
      { press: 'settings.batchSet', told: 'settings.batchSelect' },
      {
        open: [['lists.selectRow', { name: 'unpriced' }], 'settings.batchSet'],
        press: 'settings.apply',
        told: 'settings.batchValueMissing',
      },
      { fill: [['settings.batchValue', 'much']], press: 'settings.apply', told: 'settings.batchInvalid' },
      {
        open: ['settings.batch.bothRatios'],
        fill: [['settings.fieldRatio', '']],
        press: 'settings.apply',
        told: 'settings.batchBothMissing',
      },
      {
        fill: [
          ['settings.fieldRatio', '2'],
          ['settings.fieldCompletion', 'much'],
        ],
        press: 'settings.apply',
        told: 'settings.batchInvalid',
      },
    ],
  },
]

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let fresh: ServerProcess

beforeAll(async () => {
  browser = await sharedBrowser()
  ;[server, fresh] = await Promise.all([startServerProcess(), startServerProcess()])
  const client = await setUp(server.url)
  await client.call(users.create, { body: ann })
  const models = ['plain', 'unpriced']
  await addChannel(client, { baseUrl: 'http://127.0.0.1:9', models, fields: { tag: 'team' } })
  for (const [key, value] of [
    ['ModelRatio', '{"plain":1}'],
    ['SMTPServer', '127.0.0.1'],
    ['SMTPAccount', 'sluice@example.com'],
  ] as const) {
    await client.call(optionCalls.update, { body: { key, value } })
  }
})
afterAll(() => Promise.all([server.remove(), fresh.remove()]))

/** Says the words of a language. */
const speaker = (language: Language) => {
  const textOf = async (words: string): Promise<string> => {
    const [area = '', ...rest] = words.split('.')
    const file = new URL(`../web/locales/${language}/${area}.ts`, import.meta.url)
    const { messages }: { messages: Messages } = await import(file.href)
    const message = messages[rest.join('.')]
    if (message === undefined) throw new Error(`there are no words ${words}`)
    return typeof message === 'string' ? message : message.other
  }
  return async (said: Said): Promise<string> => {
    if (typeof said === 'string') return textOf(said)
    if ('brand' in said) return said.brand
    let text = await textOf(said[0])
    for (const [name, value] of Object.entries(said[1])) {
      const isWords = /^[a-z]+\.[a-zA-Z]/.test(value)
      text = text.replace(`{${name}}`, isWords ? await textOf(value) : value)
    }
    return text
  }
}

const begins = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]]/g, String.raw`\$&`)}`)
/** What opens over a page stands last in it. */
const shown = (found: Locator) => found.filter({ visible: true }).last()
const fieldOf = (page: Page, label: string) =>
  page.getByLabel(begins(label)).and(page.locator('input:not([type=checkbox]), textarea'))
const controlOf = (page: Page, name: string) => {
  const named = { name: begins(name) }
  return (['switch', 'radio', 'checkbox'] as const).reduce(
    (found, role) => found.or(page.getByRole(role, named)),
    page.getByRole('button', named),
  )
}

/** Tries to break each rule of a page, and awaits what is said to that. */
const breakRules = async (page: Page, { rules }: Rules, say: (said: Said) => Promise<string>) => {
  for (const { open = [], fill = [], press, ...answer } of rules) {
    for (const said of open) await shown(controlOf(page, await say(said))).click()
    // A window may be sent by a button of the name that opened it.
    if (press !== undefined && open.includes(press)) await page.getByRole('dialog').waitFor()
    for (const [label, text] of fill) {
      const field = shown(fieldOf(page, await say(label)))
      await field.fill(text)
      await field.blur()
    }
    if (press !== undefined) await shown(controlOf(page, await say(press))).click()
    if ('absent' in answer) {
      await page.getByRole('dialog').waitFor()
      await expect.poll(async () => fieldOf(page, await say(answer.absent)).count()).toBe(0)
    } else if ('locked' in answer) {
      await expect.poll(async () => shown(fieldOf(page, await say(answer.locked))).isDisabled()).toBe(true)
    } else {
      await shown(page.getByText(await say(answer.told))).waitFor()
    }
    await dismissAll(page.getByRole('button', { name: await say('common.dismiss'), exact: true }))
  }
}

/** A sentence that was said once says nothing of the next rule. Some go by themselves meanwhile. */
const dismissAll = async (buttons: Locator) => {
  while ((await buttons.count()) > 0) {
    await buttons
      .first()
      .click({ timeout: 5000 })
      .catch(async (error: unknown) => {
        if ((await buttons.count()) > 0) throw error
      })
  }
}

/** Each page in both languages and on both widths; in all four ways it would take twice as long. */
const halfOf = (look: Look) => everyRule.filter((_, place) => (place + looks.indexOf(look)) % 2 === 0)

describe('each rule says what is wrong where it is broken', () => {
  for (const look of looks) {
    it(`${look.width} px, ${look.language}`, async () => {
      const say = speaker(look.language)
      const unlikeReloaded = 'what is typed is refused and never saved'
      for (const user of [undefined, ann, operator]) {
        const page = await pages.open(browser, `${server.url}/about`, { look, user, unlikeReloaded })
        page.on('dialog', (dialog) => void dialog.accept())
        for (const rules of halfOf(look).filter((each) => each.user === user)) {
          await page.goto((rules.isFresh ? fresh : server).url + rules.path)
          // Until it is there, what opens it may have the name of what it is sent with.
          if (rules.path.endsWith('/add')) await page.getByRole('dialog').waitFor()
          if (rules.onPhone && look.width < 600) await shown(controlOf(page, await say(rules.onPhone))).click()
          await breakRules(page, rules, say)
        }
      }
    })
  }
})
