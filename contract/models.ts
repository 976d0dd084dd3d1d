import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const models = {
  byChannelType: endpoint({
    method: 'GET',
    path: '/api/models',
    access: 'user',
    summary: 'The models each channel type is known to serve',
    data: z.record(z.string(), z.array(z.string())),
  }),
  groups: endpoint({
    method: 'GET',
    path: '/api/group/',
    access: 'admin',
    summary: 'The names of all groups',
    data: z.array(z.string()),
  }),
}
