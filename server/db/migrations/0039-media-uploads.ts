import type { TableBuilder } from './table-builder.ts'

/**
 * Files that come to an upstream in pieces, and what was counted of those of calls meanwhile: upstreams that take files
 * this way do not give them back.
 */
export const mediaUploads = async ({ table, index, change }: TableBuilder): Promise<void> => {
  await change('alter table files add column counted text')
  await index('files', ['file_id'])
  await table(
    'media_uploads',
    {
      upload_id: 'text',
      user_id: 'integer',
      channel_id: 'integer',
      key_place: 'integer',
      caller_key: 'text',
      place: 'text',
      counted: 'text?',
      cut_line: 'text',
      received: 'integer',
      created_at: 'integer',
    },
    { primary: ['upload_id'] },
  )
  await index('media_uploads', ['created_at'])
}
