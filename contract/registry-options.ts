import { botName, flag, link, type Option, picture, secret, server, text } from './option-kinds.ts'
import { eachProvider } from './payment-parts.ts'
import type { paymentProviders } from './payment-providers/index.ts'
import { type KeysOf, namedTable, type OptionKind } from './registry-entry.ts'
import { eachWay } from './signin-parts.ts'
import { signinWays } from './signin-ways/index.ts'

type Way = (typeof signinWays)[number]
type Provider = (typeof paymentProviders)[number]

const kinds: Record<OptionKind, (rules: { public: boolean }) => Option<string>> = {
  text: (rules) => text('', rules),
  botName,
  secret: () => secret(),
  link,
  server,
  picture,
}

/** The options that turn ways to sign in on. */
export const signinSwitches = namedTable<Way['switch']['option'], Option<boolean>>(
  eachWay.map(({ switch: { option, needs } }) => [option, flag(false, { public: true, needs: [...needs] })]),
)

type SigninOption = Option<string> & { rank: 'root'; tab: 'system'; section: Way['name'] }

/** The options of each way, in a section of its name. */
export const signinOptions = namedTable<KeysOf<Way['options']>, SigninOption>(
  signinWays.flatMap(({ name, options, shown }) => {
    const place = { rank: 'root', tab: 'system', section: name } as const
    const told = new Set<string>(Object.values(shown))
    return Object.entries<OptionKind>(options).map(
      ([key, kind]) => [key, { ...kinds[kind]({ public: told.has(key) }), ...place }] as const,
    )
  }),
)

/** What the payment providers need, in the section of payment. */
export const paymentOptions = namedTable<KeysOf<Provider['options']>, Option<string>>(
  eachProvider.flatMap(({ options }) =>
    Object.entries(options).map(([key, kind]) => [key, kinds[kind]({ public: false })] as const),
  ),
)
