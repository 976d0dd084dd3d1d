import { isObject, textAt } from '#protocols/json/json.ts'
import { idIn, type VideoPlatform, videoBasics, videoNews } from '#protocols/video-platform.ts'

/** Films that are asked about in pairs, and whose words are nobody else's. */
export const madeUpVideos: VideoPlatform = {
  ...videoBasics,
  name: 'made-up-videos',
  vendors: ['ollama'],
  usualSeconds: () => 3,
  write: ({ model, prompt, seconds }) => ({
    method: 'POST',
    path: '/reels',
    body: { reel: model, about: prompt, seconds },
  }),
  begun: (answer) => ({ ...videoNews('QUEUED', {}), taskId: idIn(answer, 'reel') }),
  poll: {
    mostAtOnce: 2,
    ask: (ids) => ({ method: 'GET', path: `/reels?of=${ids.join(',')}` }),
    read: (answer) =>
      isObject(answer) && Array.isArray(answer.reels)
        ? answer.reels.map((reel: unknown) => ({
            ...(textAt(reel, 'at') === undefined
              ? videoNews('FAILURE', {}, { failReason: 'torn' })
              : videoNews('SUCCESS', { at: textAt(reel, 'at') })),
            taskId: idIn(reel, 'reel'),
          }))
        : [],
  },
  place: ({ data }) => (typeof data.at === 'string' ? { kind: 'address', url: data.at } : undefined),
}
