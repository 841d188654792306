import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { problem } from '@playhouse/domain/problem'
import { networkOf } from '../visitor/network.ts'
import { sendProblem } from './problems.ts'

/** The path to which browsers report violations of the content security policy. */
export const reportPath = '/api/policy-reports'
/** Bytes. A report has a few URLs and a sample of forty characters; older browsers add the whole policy. */
const bodyLimit = 16 * 1024
/** Reports of one request that are read. */
const maxReports = 20

/** Directives by which breaches are counted; a browser, or a program, may send any other text. */
const directives = new Set([
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem', 'style-src-attr', 'img-src'],
  ...['font-src', 'connect-src', 'frame-src', 'manifest-src', 'worker-src', 'base-uri', 'form-action', 'frame-ancestors'],
  ...['require-trusted-types-for', 'trusted-types'],
])

/** Fields that are read. All others, such as the referrer and the sample of the script, are ignored. */
const text = z.string().max(4_000).catch('')
const legacySchema = z
  .object({
    'csp-report': z.object({ 'effective-directive': text, 'violated-directive': text, 'blocked-uri': text, 'document-uri': text }),
  })
  .transform(({ 'csp-report': report }) => [
    {
      directive: report['effective-directive'] || report['violated-directive'].split(' ')[0]!,
      blocked: report['blocked-uri'],
      page: report['document-uri'],
    },
  ])
const reportSchema = z
  .array(
    z.object({
      type: z.string(),
      body: z
        .object({ effectiveDirective: text, blockedURL: text, documentURL: text })
        .catch({ effectiveDirective: '', blockedURL: '', documentURL: '' }),
    }),
  )
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .slice(0, maxReports)
      .map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL, page: body.documentURL })),
  )
const bodySchema = z.union([legacySchema, reportSchema])

/** Number of violations of each directive since the start of this process. */
export type PolicyBreaches = ReadonlyMap<string, number>

/**
 * Receives reports of policy violations: counts them by directive and logs directive, origin of the blocked resource and
 * first part of the page's path. Full addresses are not kept, because they may name an order.
 */
export function servePolicyReports(app: FastifyInstance, origin: string): PolicyBreaches {
  const breaches = new Map<string, number>()
  void app.register(async (receiver) => {
    receiver.removeAllContentTypeParsers()
    receiver.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit },
      receiver.getDefaultJsonParser('error', 'error'),
    )
    receiver.post(reportPath, { schema: { hide: true }, bodyLimit }, async (request, reply) => {
      const rejection = await request.server.appContext.throttle.local('policy-report', networkOf(request.ip))
      if (rejection) return sendProblem(request, reply, rejection)
      const reports = bodySchema.safeParse(request.body)
      if (!reports.success) return sendProblem(request, reply, problem('invalid-input', { fields: [] }))
      for (const { directive, blocked, page } of reports.data) {
        const directiveLabel = directives.has(directive) ? directive : 'other'
        breaches.set(directiveLabel, (breaches.get(directiveLabel) ?? 0) + 1)
        request.log.warn(
          { directive: directiveLabel, blocked: sourceOf(blocked, origin), page: sectionOf(page) },
          'content security policy breached',
        )
      }
      return reply.status(204).send()
    })
  })
  return breaches
}

/** The origin of a blocked address, or the word that the browser uses for what has none, such as `inline`. */
function sourceOf(blockedUrl: string, origin: string): string {
  const url = URL.canParse(blockedUrl) ? new URL(blockedUrl) : undefined
  if (url) return url.origin === origin ? 'self' : url.origin === 'null' ? url.protocol : url.origin
  return /^[a-z-]{1,30}$/.test(blockedUrl) ? blockedUrl : 'other'
}

const sectionOf = (page: string): string => (URL.canParse(page) ? `/${new URL(page).pathname.split('/')[1] ?? ''}` : 'other')
