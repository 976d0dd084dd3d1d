import type { Domain } from '../domain/domain.ts'

/** Where clients and upstreams reach this gateway. */
export const serverAddress = ({ options }: Pick<Domain, 'options'>, siteAddress: string): string =>
  options.get('ServerAddress').replace(/\/$/, '') || siteAddress
