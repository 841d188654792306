import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Event } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import { formatRun } from '@playhouse/domain/calendar'
import { imagePath, widthUpTo } from '@playhouse/domain/image'
import { problem } from '@playhouse/domain/problem'
import { type CardContent, cardSize, cardVersion, createSocialCards } from '#modules/social-card'
import type { AppContext } from '../app-context.ts'
import { readEvent } from '../routes/catalogue.ts'
import { sendProblem } from './problems.ts'

/** A picture for the preview of a page: path, size in pixels, and what it shows in words. */
export type PageImage = { readonly path: string; readonly width: number; readonly height: number; readonly alt: string }

const folder = '/social-card'

/**
 * The image of a production, else its card; without a production, the card of the theatre. Its path changes with what it shows, so that it may
 * be cached for ever.
 */
export function pageImage(brand: Brand, event?: Event): PageImage {
  const image = event?.image
  if (!image) return cardImage(brand, event)
  const width = widthUpTo(image.width, 1200)
  return { path: imagePath(image.id, width, 'jpg'), width, height: Math.round((image.height * width) / image.width), alt: image.alt.text }
}

function cardImage(brand: Brand, event?: Event): PageImage {
  const content = contentOf(brand, event)
  return { path: `${folder}/${cardVersion(brand, content)}${event ? `/${event.id}` : ''}.png`, ...cardSize, alt: content.title }
}

function contentOf(brand: Brand, event: Event | undefined): CardContent {
  if (!event) return { title: brand.name, lines: [brand.tagline] }
  const [first, last] = [event.instances[0]!, event.instances.at(-1)!]
  return {
    title: event.title,
    lines: [event.credit, formatRun(first.startsAt, last.startsAt, event.timeZone, brand.defaultLocale)].filter(
      (line) => line.trim() !== '',
    ),
    poster: event.poster,
  }
}

/** Serves the cards of the programme. A path with another version redirects to the current one, so that no request chooses what is drawn. */
export function serveSocialCards(app: FastifyInstance, context: AppContext): void {
  const cards = createSocialCards(context.brand)
  const serve = async (request: FastifyRequest, reply: FastifyReply, event?: Event): Promise<FastifyReply> => {
    const { path } = cardImage(context.brand, event)
    if (request.url !== path) return reply.header('cache-control', 'no-cache').redirect(path, 302)
    const png = await cards.render(contentOf(context.brand, event))
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(png)
  }
  const schema = { hide: true }
  app.get(`${folder}/:version`, { schema }, (request, reply) => serve(request, reply))
  app.get<{ Params: { file: string } }>(`${folder}/:version/:file`, { schema }, async (request, reply) => {
    const event = await readEvent(context, request.params.file.replace(/\.png$/, ''))
    return event ? serve(request, reply, event) : sendProblem(request, reply, problem('page-not-found'))
  })
}
