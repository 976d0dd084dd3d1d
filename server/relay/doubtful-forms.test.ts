import { describe, expect, it } from 'vitest'
import { oneTypicalBench } from '#testing/typical-bench.ts'
import { typicalModels } from '#testing/typical-requests.ts'

const model = typicalModels[1]
const boundary = 'xYzZY'
const contentType = `multipart/form-data; boundary=${boundary}`

type Part = { head: string[]; text: string }

const field = (name: string, text: string): Part => ({ head: [`Content-Disposition: form-data; name="${name}"`], text })
const file = (name: string, text = '\0\x01 no picture'): Part => ({
  head: [`Content-Disposition: form-data; name="${name}"; filename="a.png"`, 'Content-Type: image/png'],
  text,
})
const headed = (...head: string[]): Part => ({ head, text: 'other' })

const write = (parts: readonly Part[], end = `--${boundary}--\r\n`): Buffer => {
  const written = parts.map(({ head, text }) => `--${boundary}\r\n${head.join('\r\n')}\r\n\r\n${text}\r\n`)
  return Buffer.from(written.join('') + end, 'latin1')
}

const usual = [field('model', model), field('prompt', 'A gate.'), field('n', '1'), file('image')]

const disposition = (rest: string) => `Content-Disposition: form-data; ${rest}`

/** Forms that readers understand differently, with what the refusal names. */
const doubts: readonly [title: string, name: string, body: Buffer, contentType?: string][] = [
  ...['model', 'prompt', 'n', 'size', 'quality', 'stream', 'response_format'].flatMap(
    (name): [string, string, Buffer][] => {
      const [twice, asFile] = [field(name, 'other'), file(name)]
      const rest = usual.filter((part) => !part.head[0]?.includes(`"${name}"`))
      const own = usual.find((part) => part.head[0]?.includes(`"${name}"`)) ?? field(name, '1')
      return [
        [`${name} twice`, name, write([...rest, own, twice])],
        [`${name} twice, the other first`, name, write([twice, own, ...rest])],
        [`${name} as a file`, name, write([...rest, asFile])],
        [`${name} as a text and a file`, name, write([own, asFile, ...rest])],
        [`${name} in capitals`, name, write([...usual, field(name.toUpperCase(), 'other')])],
        [`${name} in capitals alone`, name, write([...rest, field(name.toUpperCase(), 'other')])],
        [`${name} as a list`, name, write([...usual, field(`${name}[]`, 'other')])],
        [`${name} as a list with a place`, name, write([...usual, field(`${name}[0]`, 'other')])],
        [`${name} with a blank`, name, write([...usual, field(`${name.toUpperCase()} `, 'other')])],
      ]
    },
  ),
  ['a name twice in a head', 'name', write([...usual, headed(disposition('name="x"; name="model"'))])],
  ['two dispositions', 'Disposition', write([...usual, headed(disposition('name="x"'), disposition('name="model"'))])],
  ['a folded head', 'head', write([...usual, headed('Content-Disposition: form-data;', ' name="model"')])],
  ['a head with a bare line feed', 'head', write([...usual, headed(`${disposition('name="x"')}\nX: y`)])],
  ['a head with a bare return', 'head', write([...usual, headed(`${disposition('name="x"')}\rX: y`)])],
  [
    'a name within a name of a file',
    'without a name',
    write([...usual, headed(disposition('filename="x\\"; name=model; y="'))]),
  ],
  ['an open quote', 'disposition', write([...usual, headed(disposition('name="model'))])],
  ['a name with a backslash', 'plainly', write([...usual, headed(disposition('name="mod\\el"'))])],
  ['a name in the long form', 'plainly', write([...usual, headed(disposition(`name="x"; name*=utf-8''model`))])],
  [
    'a text in base64',
    'model',
    write([headed(disposition('name="model"'), 'Content-Transfer-Encoding: base64'), ...usual.slice(1)]),
  ],
  [
    'a text in UTF-16',
    'model',
    write([headed(disposition('name="model"'), 'Content-Type: text/plain; charset=utf-16'), ...usual.slice(1)]),
  ],
  ['a text that is no UTF-8', 'prompt', write([field('model', model), field('prompt', '\xff\xfe'), file('image')])],
  [
    'a form within a part',
    'x',
    write([...usual, headed(disposition('name="x"'), 'Content-Type: multipart/mixed; boundary=b')]),
  ],
  [
    'something behind its end',
    'end',
    write(usual, `--${boundary}--\r\n--${boundary}\r\n${disposition('name="model"')}\r\n\r\nother\r\n--${boundary}--`),
  ],
  [
    'a part that ends with a line feed',
    'boundary',
    write([...usual.slice(1), field('model', `${model}\n--${boundary}\n${disposition('name="model"')}\n\nother`)]),
  ],
  ['two boundaries', 'content-type', write(usual), `${contentType}; boundary=other`],
  ['a boundary in pieces', 'content-type', write(usual), `multipart/form-data; boundary*0=xYz; boundary*1=ZY`],
  ['a boundary with other signs', 'content-type', write(usual), 'multipart/form-data; boundary="a<b"'],
]

oneTypicalBench(({ ask, upstream }) => {
  describe('a form that two readers may understand differently', () => {
    it.each(doubts)(
      'is refused by the name of what is in doubt: %s',
      async (_title, name, body, type = contentType) => {
        const asked = upstream().calls.length
        const { status, text } = await ask({ path: '/v1/images/edits' }, body, type)
        expect([status, JSON.parse(text).error.message]).toEqual([400, expect.stringContaining(name)])
        expect(upstream().calls.length).toBe(asked)
      },
    )

    it.each([
      ['as browsers write it', usual, contentType],
      ['with a quoted boundary', usual, `multipart/form-data; charset=utf-8; boundary="${boundary}"`],
      [
        'with lists',
        [...usual, file('image[]'), file('image[]'), field('include[]', 'a'), field('include[]', 'b')],
        contentType,
      ],
      [
        'with a name of a file in two spellings',
        [...usual, headed(disposition(`name="mask"; filename="a.png"; filename*=utf-8''a.png`))],
        contentType,
      ],
      [
        'with types of its texts',
        [headed(disposition('name="user"'), 'Content-Type: text/plain; charset=UTF-8'), ...usual],
        contentType,
      ],
    ] as const)('passes without a doubt: %s', async (_title, parts, type) => {
      const body = write(parts)
      const { status, reached } = await ask({ path: '/v1/images/edits' }, body, type)
      expect([status, reached?.bytes.equals(body)]).toEqual([200, true])
      expect(reached?.headers['content-type']).toBe(`multipart/form-data; boundary="${boundary}"`)
    })
  })
})
