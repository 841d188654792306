import type { Site } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import { queryClient, siteQuery } from './queries.ts'

/** Data that the server writes into the page, so that the first screen needs no request. */
export type Boot = { readonly site: Site; readonly locale?: Locale }

/** Reads `<script type="application/json" id="boot">`, or fetches the data from the API if the page has none. */
export async function readBoot(page: Document = document): Promise<Boot> {
  const text = page.getElementById('boot')?.textContent?.trim()
  if (!text) return { site: await queryClient.fetchQuery(siteQuery) }
  const boot = JSON.parse(text) as Boot
  queryClient.setQueryData(siteQuery.queryKey, boot.site)
  return boot
}
