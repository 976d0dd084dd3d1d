import * as z from 'zod/mini'

/** Fields that several resources share. Query values arrive as text, so their schemas coerce. */

/** No balance is larger, so that every one is read and added to exactly. */
export const largestQuota = 9_000_000_000_000_000

/** No gift is larger: thousands of them fit into a balance. */
export const largestGift = 1_000_000_000_000

/** An amount of quota: 500000 is one US dollar. */
export const quota = z.int().check(z.minimum(0), z.maximum(largestQuota))

export const unixSeconds = z.int()

/** Text that cannot be an id reads as 0, which no row has: the answer is then the one for an unknown id. */
const idText = z.catch(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,15}$/)),
    z.pipe(z.transform(Number), z.int().check(z.maximum(Number.MAX_SAFE_INTEGER))),
  ),
  0,
)

export const idParams = z.object({ id: idText })

/** What clients send that have nothing to say: what a number that was never there becomes in an address. */
const none = /^(?:|undefined|null|NaN|-\d{1,15}(?:\.\d{1,15})?|\d{1,15}\.\d{1,15})$/
const noneText = z.pipe(
  z.string().check(z.regex(none, 'not_whole')),
  z.transform(() => undefined),
)

/** A whole number in a query; undefined where the text says none. */
const integerText = z.optional(
  z.union([
    z.pipe(z.union([z.string().check(z.regex(/^\d{1,15}$/, 'not_whole')), z.int()]), z.transform(Number)),
    noneText,
  ]),
)

/** Far behind the end of any list, and still a number of rows that every database can skip. */
const lastPage = 1_000_000_000

/** Pages count from 1, and `p=0` is the first page too. `size` is the older name of `page_size`. */
export const pageQuery = z.pipe(
  z.object({ p: integerText, page_size: integerText, size: integerText }),
  z.transform(({ p = 1, page_size, size }) => {
    const wanted = page_size ?? size ?? 10
    return { page: Math.min(lastPage, Math.max(1, p)), pageSize: wanted < 1 ? 10 : Math.min(100, wanted) }
  }),
)

export const flagText = z._default(
  z.pipe(
    z.enum(['true', 'false', '1', '0', '', 'undefined', 'null']),
    z.transform((text) => text === 'true' || text === '1'),
  ),
  false,
)

/** Text that ends up in a header, a mail or one line of a list: no control characters. */
export const singleLine = (longest: number) =>
  z.string().check(
    z.maxLength(longest),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
    z.regex(/^[^\u0000-\u001f\u007f]*$/, 'not_one_line'),
  )

export const modelName = singleLine(255).check(z.minLength(1))

/** A ratio, or a price in dollars. */
export const amount = z.number().check(z.minimum(0), z.maximum(1_000_000))

/** One plain mail address in lower case: no name, no list, nothing that a header could be bent with. */
export const mailAddress = singleLine(254).check(
  z.trim(),
  z.toLowerCase(),
  z.regex(z.regexes.email, 'not_mail_address'),
)

export const emptyOrMailAddress = z.union([z.literal(''), mailAddress])

/** Goes into a header as it is: no spaces, nothing but ASCII. */
export const headerWord = (longest: number) =>
  z.string().check(z.maxLength(longest), z.regex(/^[\x21-\x7e]*$/, 'not_header_word'))

/** A number that narrows a list; zero and what says none narrow nothing. */
export const wholeText = z.pipe(
  integerText,
  z.transform((number = 0) => Math.max(0, number)),
)

/** A moment that narrows a list: where clients divide, it has decimals. */
export const timeText = z.pipe(
  z.optional(
    z.union([
      z.pipe(
        z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/, 'not_number')),
        z.transform((text) => Math.floor(Number(text))),
      ),
      integerText,
    ]),
  ),
  z.transform((number = 0) => Math.max(0, number)),
)

/** The end of the year 9999: no clock of a list goes further. */
const latestSecond = 253_402_300_799

/** The same in seconds. */
export const secondsText = z.pipe(
  timeText,
  z.transform((seconds) => Math.min(seconds, latestSecond)),
)

/** Some clients send the word for none. */
const unlessNone = (text: string): string => (text === 'undefined' || text === 'null' ? '' : text)

/** What is to be done with many of a noun at once. */
export const idsUpTo = (most: number) => z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(most))

export const longestNote = 500

/** Plain words of several lines, for those who look after something. */
export const note = z.string().check(z.trim(), z.maxLength(longestNote))

/** A search term: short, so that a scan stays cheap. */
export const searchText = z._default(z.string().check(z.maxLength(64)), '')

/** By what a list is ordered; without it in its own order. */
export const orderBy = <const Names extends readonly [string, ...string[]]>(names: Names) => ({
  sort: z.optional(z.enum(names)),
  direction: z._default(z.enum(['asc', 'desc']), 'asc'),
})

/** A name that narrows a list. */
export const filterText = z.pipe(searchText, z.transform(unlessNone))

/** The same of a model, whose name may be longer. */
export const filterModel = z.pipe(z._default(z.string().check(z.maxLength(255)), ''), z.transform(unlessNone))

export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), page: z.int(), page_size: z.int(), total: z.int() })

/** For answers that carry nothing but success. */
export const nothing = z.optional(z.null())
