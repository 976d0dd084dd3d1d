import { ProtocolError } from '../failure.ts'

const bytesOfFloat = 4
/** Far beyond any figure of a vector: larger ones are something else that was read as floats. */
const largestFigure = 1e6

/** A vector as the text that clients ask for as `base64`: 32-bit floats, lowest byte first. */
export const writeVector = (vector: readonly number[]): string => {
  const bytes = Buffer.allocUnsafe(vector.length * bytesOfFloat)
  for (const [index, figure] of vector.entries()) bytes.writeFloatLE(figure, index * bytesOfFloat)
  return bytes.toString('base64')
}

/** A vector in either of its forms. Some vendors pack whole numbers of one byte: those are not guessed at. */
export const readVector = (value: unknown): number[] => {
  if (Array.isArray(value) && value.length > 0 && value.every((figure) => typeof figure === 'number')) return value
  if (typeof value !== 'string' || value === '') throw new ProtocolError('answer', 'holds no vector')
  const bytes = Buffer.from(value, 'base64')
  const vector: number[] = []
  for (let position = 0; position + bytesOfFloat <= bytes.length; position += bytesOfFloat) {
    vector.push(bytes.readFloatLE(position))
  }
  const isSound =
    vector.length * bytesOfFloat === bytes.length && vector.every((figure) => Math.abs(figure) < largestFigure)
  if (!isSound) throw new ProtocolError('answer', 'holds vectors in an unknown encoding')
  return vector
}
