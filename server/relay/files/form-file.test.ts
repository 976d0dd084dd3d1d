import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readFormFile } from './form-file.ts'

const contentType = 'multipart/form-data; boundary=x'
const formOf = (content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nbatch\r\n'),
    Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="calls.jsonl"\r\n\r\n'),
    content,
    Buffer.from('\r\n--x--\r\n'),
  ])

const read = async (pieces: readonly Buffer[]) => {
  const form = readFormFile(
    contentType,
    'file',
    (async function* () {
      yield* pieces
    })(),
  )
  const came: Buffer[] = []
  for await (const piece of form.file) came.push(piece)
  return { came, fields: form.fields, fileName: form.fileName() }
}

/** Cut before each place. */
const cutAt = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const ends = [...new Set(places)].toSorted((one, other) => one - other)
  return [...ends, bytes.length].map((end, place) => bytes.subarray(ends[place - 1] ?? 0, end))
}

it('a file is read as it was, wherever its form is cut and however much it looks like an end', async () => {
  const parts = fc.constantFrom('\r\n--x', '\r\n--', '\r', '\n', '-', 'x', 'word ', '\r\n--y\r\n')
  await fc.assert(
    fc.asyncProperty(
      fc.array(parts).map((some) => some.join('').replaceAll('\r\n--x', '\r\n--z')),
      fc.array(fc.nat(400), { maxLength: 12 }),
      async (text, places) => {
        const form = formOf(Buffer.from(text))
        const { came, fields, fileName } = await read(
          cutAt(
            form,
            places.map((place) => place % form.length),
          ),
        )
        expect(Buffer.concat(came).toString()).toBe(text)
        expect([fields.get('purpose'), fileName]).toEqual(['batch', 'calls.jsonl'])
      },
    ),
  )
})

it('a file goes on in the bytes that came, of which nothing is copied or kept', async () => {
  const pieceBytes = 64 * 1024
  const coming = Array.from({ length: 20 }, () => Buffer.alloc(pieceBytes, 'a line of a file\n'))
  const whole = formOf(Buffer.alloc(0))
  const end = whole.length - '\r\n--x--\r\n'.length
  const { came } = await read([whole.subarray(0, end), ...coming, whole.subarray(end)])
  const memory = new Set(coming.map(({ buffer }) => buffer))
  const copied = came.filter(({ buffer }) => !memory.has(buffer)).reduce((sum, { length }) => sum + length, 0)
  expect(Buffer.concat(came).equals(Buffer.concat(coming))).toBe(true)
  expect(copied).toBeLessThan(coming.length * 16)
  expect(came.length).toBeLessThanOrEqual(2 * coming.length + 1)
})
