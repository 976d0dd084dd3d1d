import { useQuery } from '@tanstack/react-query'
import { signinStatusOf } from '#contract/signin-parts.ts'
import { type SystemStatus, status, systemStatus } from '#contract/status.ts'
import { call } from './api.ts'
import { readLocalJson, writeLocal } from './local-storage.ts'
import { createStore, useStore } from './store.ts'

/** Until the server has answered for the first time. */
const unknownStatus: SystemStatus = {
  version: '',
  start_time: 0,
  system_name: 'Sluice',
  logo: '',
  footer_html: '',
  server_address: '',
  docs_link: '',
  top_up_link: '',
  chats: [],
  chat_link: '',
  chat_link2: '',
  price: 7.3,
  min_topup: 1,
  enable_online_topup: false,
  payment_methods: [],
  quota_per_unit: 500_000,
  display_in_currency: true,
  enable_batch_update: false,
  enable_drawing: false,
  enable_task: false,
  enable_data_export: false,
  data_export_default_time: 'hour',
  default_collapse_sidebar: false,
  status_page_enabled: false,
  mj_notify_enabled: false,
  mail_enabled: true,
  update_check: false,
  email_verification: false,
  turnstile_check: false,
  turnstile_site_key: '',
  ...signinStatusOf(() => ''),
  check_in_enabled: false,
  quota_remind_threshold: 1000,
  demo_site_enabled: false,
  password_login: true,
  password_register: true,
  self_use_mode_enabled: false,
  setup: true,
  root_init: true,
  database_type: '',
  calls_paused: false,
}

const remembered = readLocalJson('status', systemStatus)
const statusStore = createStore<SystemStatus>(remembered ?? unknownStatus)

export const currentStatus = (): SystemStatus => statusStore.get()

export const useStatus = (): SystemStatus => useStore(statusStore)

export const onStatusChange = (listener: () => void): (() => void) => statusStore.subscribe(listener)

/** Asks the server and keeps the answer, here and in the browser. */
export const loadStatus = async (): Promise<void> => {
  const fresh = await call(status.read)
  mirror(fresh)
  // Nearly everything on screen is drawn by it: what it was already draws nothing again.
  if (JSON.stringify(fresh) !== JSON.stringify(statusStore.get())) statusStore.set(fresh)
}

const halfMinute = 30_000

/** For whoever should hear soon of what becomes of the gateway: asked for again and again, from half a minute on. */
export const useStatusWatch = (isWanted: boolean): void =>
  void useQuery({
    queryKey: ['status-watch'],
    queryFn: async () => {
      await loadStatus()
      return true
    },
    enabled: isWanted,
    initialData: true,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: halfMinute,
  })

/**
 * Resolves as soon as the guards can decide: at once with a remembered status of a system whose setup is done,
 * after the answer otherwise.
 */
export const startStatus = async (onFailure: () => void): Promise<void> => {
  const fresh = loadStatus().catch(onFailure)
  if (!remembered?.setup) await fresh
}

/** The single values that pages and embedders read by these names. */
const mirror = (fresh: SystemStatus) => {
  writeLocal('status', JSON.stringify(fresh))
  writeLocal('footer_html', fresh.footer_html)
  writeLocal('system_name', fresh.system_name)
  writeLocal('logo', fresh.logo)
  writeLocal('chats', JSON.stringify(fresh.chats))
  writeLocal('quota_per_unit', String(fresh.quota_per_unit))
  writeLocal('display_in_currency', String(fresh.display_in_currency))
  writeLocal('enable_drawing', String(fresh.enable_drawing))
  writeLocal('enable_task', String(fresh.enable_task))
  writeLocal('enable_data_export', String(fresh.enable_data_export))
  writeLocal('data_export_default_time', fresh.data_export_default_time)
  writeLocal('default_collapse_sidebar', String(fresh.default_collapse_sidebar))
  writeLocal('mj_notify_enabled', String(fresh.mj_notify_enabled))
}
