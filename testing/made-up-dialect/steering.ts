import { placeOf, type Steering } from '#protocols/steering.ts'

export const steering: Steering = {
  places: { temperature: placeOf('warmth'), maximumOutput: placeOf('most') },
  thinks: () => undefined,
}
