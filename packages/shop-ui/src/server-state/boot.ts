import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Site } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import { setServerTime } from '#browser'
import { basketQuery, queryClient, sessionQuery, siteQuery } from './queries.ts'

/** A query with the data that the server rendered. */
export type RenderedQuery = readonly [key: QueryKey, data: unknown]

/** Data that the server writes into the page, so that the first screen needs no request. */
export type Boot = {
  readonly site: Site
  readonly locale?: Locale
  /** Present if the server rendered the page: data of its queries, and the instant (ISO) by the database's clock. */
  readonly queries?: readonly RenderedQuery[]
  readonly renderedAt?: string
}

/** Queries with data of the visitor. They are fetched again at once: the page may be rendered for all anonymous visitors. */
const personal = new Set([sessionQuery.queryKey, basketQuery.queryKey].map((key) => hashKey(key)))

/** Reads `<script type="application/json" id="boot">`, or fetches the data from the API if the page has none. */
export async function readBoot(page: Document = document): Promise<Boot> {
  const text = page.getElementById('boot')?.textContent?.trim()
  if (!text) return { site: await queryClient.fetchQuery(siteQuery) }
  const boot = JSON.parse(text) as Boot
  queryClient.setQueryData(siteQuery.queryKey, boot.site)
  for (const [key, data] of boot.queries ?? [])
    queryClient.setQueryData(key, data, personal.has(hashKey(key)) ? { updatedAt: 0 } : undefined)
  // The first screen computes with the time of the server's rendering, so that both show the same.
  if (boot.renderedAt) setServerTime(boot.renderedAt)
  return boot
}

/** Whether the data of a query was rendered by the server and must not decide anything before it was fetched. */
export const isPlaceholder = (cache: QueryClient, key: QueryKey): boolean => cache.getQueryState(key)?.dataUpdatedAt === 0
