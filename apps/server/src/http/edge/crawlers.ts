import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasListingsPage, listingsPath, packageListingsPath } from '@playhouse/domain/listings-path'
import { foodPathOf } from '@playhouse/domain/food-path'
import { membershipPathOf, membershipsOnSale, membershipsPath } from '@playhouse/domain/membership-page'
import { flexListPath, flexPath } from '@playhouse/domain/flex-path'
import { isOpenFlex } from '@playhouse/domain/flex-subscription'
import { packagePathOf } from '@playhouse/domain/package-path'
import { isOpenPackage, isVisiblePackage } from '@playhouse/domain/package-view'
import { productPathOf, productsPathOf } from '@playhouse/domain/product-path'
import { isVisibleTo } from '@playhouse/domain/programme'
import { findVisibleProductions } from '#modules/catalogue'
import { listFoodProductions } from '#modules/food'
import { readFlexDefinitions } from '#modules/subscription'
import { readDefinitions } from '#modules/package'
import { listProducts } from '#modules/product'
import type { AppContext } from '../app-context.ts'
import { escapeHtml } from './escape-html.ts'

/** Paths that are personal, change state, or have no content of interest to a search engine. */
const excludedPaths = [
  '/api/',
  '/account',
  '/authentication',
  '/basket',
  '/checkout',
  '/maintenance',
  '/order',
  '/programmes',
  '/queue',
  '/reset-password',
  '/shared-tickets',
  '/smart',
  '/tickets',
  '/your-tickets',
]
/** A sitemap has at most this many URLs (sitemaps.org). */
const maxUrls = 50_000

/** Serves `robots.txt` (RFC 9309) and `sitemap.xml` (sitemaps.org) with all pages of the current programme. */
export function serveCrawlers(app: FastifyInstance, context: AppContext): void {
  app.get('/robots.txt', { schema: { hide: true } }, (request, reply) =>
    sendCacheable(request, reply, 'text/plain; charset=utf-8', robots(context)),
  )
  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) =>
    sendCacheable(request, reply, 'application/xml; charset=utf-8', sitemap(context.origin, await pathsOf(context))),
  )
}

/** A test shop sells nothing and is not indexed. */
const robots = ({ brand, origin }: Pick<AppContext, 'brand' | 'origin'>): string =>
  brand.isTestShop
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\n${excludedPaths.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`

/** The pages that do not expire, and productions and performances that are not over. */
async function pathsOf({ brand, catalogue, db }: AppContext): Promise<string[]> {
  const now = await catalogue.now()
  const performances = (await catalogue.performances()).filter((details) => details.startsAt > now && isVisibleTo([], details))
  const levels = membershipsOnSale(brand)
  const types = (brand.productTypes ?? []).map(({ type }) => type)
  const products = (await Promise.all(types.map((type) => listProducts(db, type)))).flat()
  const productionsWithFood = brand.foodAndDrink ? await listFoodProductions(db) : []
  const flex = (brand.flexSubscriptions ? await readFlexDefinitions(db) : []).filter((each) =>
    isOpenFlex(each, { now, timeZone: brand.timeZone }),
  )
  const visible = await findVisibleProductions({ catalogue })
  const definitions = brand.packages ? await readDefinitions(db) : []
  const packages = definitions.filter(
    (each) => isOpenPackage(each, { now, timeZone: brand.timeZone }) && isVisiblePackage(each, definitions, visible),
  )
  const productions = new Set(performances.map(({ address }) => address))
  return [
    '/',
    '/accessibility',
    ...(typeof brand.terms === 'string' ? [] : ['/terms']),
    ...(levels.length > 0 ? [membershipsPath, ...levels.map(membershipPathOf)] : []),
    ...types.map(productsPathOf),
    ...products.map(productPathOf),
    ...(flex.length > 0 ? [flexListPath, ...flex.map((each) => flexPath(each.flex))] : []),
    ...[listingsPath, packageListingsPath].filter((path) => hasListingsPage(brand, path)),
    ...(packages.length > 0 ? ['/packages', ...packages.map(packagePathOf)] : []),
    ...[...productions].map((event) => `/events/${event}`),
    ...productionsWithFood.map((event) => foodPathOf(event)),
    ...performances.map(({ id, address }) => `/events/${address}/${id}`),
  ]
}

const sitemap = (origin: string, paths: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${paths
    .slice(0, maxUrls)
    .map((path) => `<url><loc>${escapeHtml(origin + encodeURI(path))}</loc></url>\n`)
    .join('')}</urlset>\n`

/** Sends a text that shared caches may keep for an hour, or 304 to a client that has it. */
export function sendCacheable(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`
  void reply.header('etag', etag).header('cache-control', 'public, max-age=3600')
  return request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.type(type).send(text)
}
