import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PreviewPerson, previewHours, previewPathOf, splitPreviewPath } from '@playhouse/domain/shop-preview'
import { type Problem, problem } from '@playhouse/domain/problem'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { type PreviewCatalogue, runInPreview, type ShopPreview } from '#modules/shop-preview'
import { isCall } from '../edge/request-target.ts'
import { sendProblem } from '../edge/problems.ts'
import type { Visitor } from '../call.ts'
import { localeOf } from './locale.ts'
import { staffSessionOf } from './staff-session.ts'
import type { TokenSigner } from './token-signer.ts'

/** Serves the shop at the moment, and to the person, that staff have chosen: below a path with a signed token. */
export interface ShopPreviews {
  /** Opens a preview for a staff user. */
  open(preview: Omit<ShopPreview, 'path'>, staff: string): Promise<{ readonly path: string; readonly until: number }>
  /** Removes the path of a preview from an address, and remembers the token of the request. */
  strip(request: IncomingMessage, url: string): string
  /** Runs the requests of previews as such, and rejects those that are forged, ended, of another staff user, or change something. */
  serve(app: FastifyInstance): void
}

type ShopPreviewDeps = {
  readonly signer: TokenSigner
  readonly catalogue: PreviewCatalogue
  /** Whether the pages have another origin than the API. */
  readonly hasApiOrigin: boolean
}

/** The page that staff see whose preview has ended. */
const endedPath = '/preview-ended'

export function createShopPreviews({ signer, catalogue, hasApiOrigin }: ShopPreviewDeps): ShopPreviews {
  const tokens = new WeakMap<IncomingMessage, string>()
  const read = async (request: FastifyRequest, token: string): Promise<ShopPreview | undefined> => {
    const [at, kind, membership, event, staff, until] = signer.verify('shop-preview', token) ?? []
    if (event === undefined || Number(until) <= (await catalogue.realNow())) return undefined
    const preview = { at: Number(at), person: personOf(kind, membership), event, path: previewPathOf(token) }
    // Where the API has another origin, so has the cookie of staff: such a page shows nothing before the API has.
    if (hasApiOrigin && !isCall(request)) return preview
    const session = await staffSessionOf(request)
    const isOwn = session?.isVerified === true && session.staff.id === staff
    return isOwn && isStaffAllowed(session.staff.role, 'preview-shop') ? preview : undefined
  }
  return {
    open: async ({ at, person, event }, staff) => {
      const until = (await catalogue.realNow()) + previewHours * 3_600_000
      const membership = person.kind === 'member' ? person.membership : ''
      return { path: previewPathOf(signer.sign('shop-preview', [at, person.kind, membership, event, staff, until])), until }
    },
    strip: (request, url) => {
      const parts = splitPreviewPath(url)
      if (parts) tokens.set(request, parts.token)
      return parts?.url ?? url
    },
    serve: (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        const token = tokens.get(request.raw)
        if (token === undefined) return done()
        const begin = async (): Promise<(() => void) | undefined> => {
          const preview = await read(request, token)
          const refusal = preview ? refusalOf(request) : problem('preview-ended')
          if (!preview && !isCall(request)) void reply.redirect(endedPath)
          else if (refusal) sendProblem(request, reply, refusal)
          if (!preview || refusal) return undefined
          await catalogue.refreshDrafts()
          request.visitor = Promise.resolve(visitorInPreview(request))
          return () => runInPreview(preview, done)
        }
        void begin().then((run) => run?.(), done)
      })
      app.addHook('onSend', (request, reply, _payload, done) => {
        if (tokens.has(request.raw)) sealReply(reply)
        done()
      })
    },
  }
}

const personOf = (kind: string | undefined, membership = ''): PreviewPerson =>
  kind === 'member' ? { kind, membership } : { kind: kind === 'access' ? kind : 'visitor' }

/** The problem of a request that a preview does not serve: any change, calls of staff, and files that are no page. */
function refusalOf(request: FastifyRequest): Problem | undefined {
  if (!['GET', 'HEAD'].includes(request.method)) return problem('preview-read-only')
  const { access } = request.routeOptions.config
  if (access === 'staff' || access === 'provider') return problem('not-allowed')
  return isCall(request) || request.is404 ? undefined : problem('page-not-found')
}

/** No cache keeps the reply, no robot lists it, and it changes no cookie of the browser. */
function sealReply(reply: FastifyReply): void {
  for (const name of ['set-cookie', 'etag', 'last-modified']) reply.removeHeader(name)
  void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
}

/** The visitor of a preview: without account, session and basket, whatever cookies the browser has. */
function visitorInPreview(request: FastifyRequest): Visitor {
  const refuse = (): never => {
    throw new Error('a preview changes nothing')
  }
  const refuseLater = async (): Promise<never> => refuse()
  return {
    actor: { name: 'preview', requestId: request.id },
    locale: localeOf(request, request.server.appContext.brand),
    ...{ customer: undefined, hasLinkAccess: false, basketId: undefined, session: undefined, payment: undefined, otherBasket: undefined },
    ...{ ensureBasket: refuseLater, fillBasket: refuseLater, useBasket: refuseLater, keepPayment: refuseLater },
    ...{ ensureSession: refuseLater, signIn: refuseLater, viewAsGuest: refuseLater },
    rememberBasket: () => {},
    clearIdentity: async () => {},
    signOut: refuseLater,
  }
}
