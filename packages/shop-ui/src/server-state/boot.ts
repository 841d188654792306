import type { Site } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import { queryClient, siteQuery } from './queries.ts'

/** What the server writes into the page, so that the first screen needs no question. */
export type Boot = { readonly site: Site; readonly locale?: Locale }

/** Reads `<script type="application/json" id="boot">`; a page served without it asks the API. */
export async function readBoot(page: Document = document): Promise<Boot> {
  const text = page.getElementById('boot')?.textContent?.trim()
  if (!text) return { site: await queryClient.fetchQuery(siteQuery) }
  const boot = JSON.parse(text) as Boot
  queryClient.setQueryData(siteQuery.queryKey, boot.site)
  return boot
}
