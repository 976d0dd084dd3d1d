import { compatible } from '#providers/compatible.ts'
import { CredentialsRefused, type Provider } from '#providers/provider.ts'
import { madeUpCard } from './made-up-vendor-card.ts'

/** A vendor with quirks that is not there: all that one would write to add it, besides its line. */
export const madeUpVendor: Provider = {
  ...compatible({
    type: madeUpCard.type,
    name: 'madeup',
    label: 'Made Up',
    baseUrl: 'https://made-up.example',
    keyHint: {
      en: 'Owner|Word',
      zh: '所有者|口令',
      ja: '所有者|合言葉',
      fr: 'Propriétaire|mot',
      ru: 'Владелец|слово',
      vi: 'Chủ|từ',
    },
    operations: ['chat'],
    models: 'made-1 made-2',
  }),
  keyIsDocument: true,
  other: {
    label: { en: 'Floor', zh: '楼层', ja: '階', fr: 'Étage', ru: 'Этаж', vi: 'Tầng' },
    example: 'third',
    usual: 'ground',
  },
  organizationHint: 'guild-…',
  headers: ({ other, organization }, key) => {
    const [owner = '', word = '', ...rest] = key.split('|')
    if (word === '' || rest.length > 0) throw new CredentialsRefused(401, 'the key must be Owner|Word')
    return ['x-owner', owner, 'x-word', word, 'x-floor', other, 'x-guild', organization]
  },
}

/** One that speaks a known dialect as is: its one entry. */
export const madeUpCompatible = compatible({
  type: 902,
  name: 'plainmadeup',
  label: 'Plain Made Up',
  baseUrl: 'https://plain.example',
  models: 'plain-1',
})
