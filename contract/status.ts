import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { signinStatus } from './signin-parts.ts'

const chatLink = z.record(z.string(), z.string())

export const systemStatus = z.object({
  version: z.string(),
  start_time: z.int(),
  system_name: z.string(),
  logo: z.string(),
  footer_html: z.string(),
  server_address: z.string(),
  docs_link: z.string(),
  top_up_link: z.string(),
  chats: z.array(chatLink),
  chat_link: z.string(),
  chat_link2: z.string(),
  price: z.number(),
  min_topup: z.number(),
  enable_online_topup: z.boolean(),
  /** The ways to pay online that are offered. */
  payment_methods: z.array(z.string()),
  quota_per_unit: z.number(),
  display_in_currency: z.boolean(),
  enable_batch_update: z.boolean(),
  enable_drawing: z.boolean(),
  enable_task: z.boolean(),
  enable_data_export: z.boolean(),
  data_export_default_time: z.string(),
  default_collapse_sidebar: z.boolean(),
  /** Whether anybody may see how the models are doing; older answers do not say. */
  status_page_enabled: z._default(z.boolean(), false),
  mj_notify_enabled: z.boolean(),
  /** Whether a password lets anybody in, and whether strangers may choose one; older answers do not say. */
  password_login: z._default(z.boolean(), true),
  password_register: z._default(z.boolean(), true),
  /** Whether there is a mail server; older answers do not say. */
  mail_enabled: z._default(z.boolean(), true),
  /** Whether there is an address that is asked for updates. */
  update_check: z._default(z.boolean(), false),
  email_verification: z.boolean(),
  turnstile_check: z.boolean(),
  turnstile_site_key: z.string(),
  ...signinStatus,
  check_in_enabled: z.boolean(),
  /** Below so much quota users are warned who set nothing else; older answers do not say. */
  quota_remind_threshold: z._default(z.int(), 1000),
  demo_site_enabled: z.boolean(),
  self_use_mode_enabled: z.boolean(),
  setup: z.boolean(),
  root_init: z.boolean(),
  database_type: z.string(),
  /** No new call begins, as its charge could not be stored. */
  calls_paused: z.boolean(),
})
export type SystemStatus = z.output<typeof systemStatus>

export const status = {
  read: endpoint({
    method: 'GET',
    path: '/api/status',
    access: 'public',
    summary: 'What the console must know before anyone signs in',
    data: systemStatus,
  }),
  notice: endpoint({ method: 'GET', path: '/api/notice', access: 'public', summary: 'The notice', data: z.string() }),
  about: endpoint({ method: 'GET', path: '/api/about', access: 'public', summary: 'The about page', data: z.string() }),
  homePage: endpoint({
    method: 'GET',
    path: '/api/home_page_content',
    access: 'public',
    summary: 'The home page: text, HTML, or the address of a page',
    data: z.string(),
  }),
}
