import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isBusy, isConnectionLost, isUnstorable } from '#db'
import { ProviderRefused, ProviderUnreachable } from '#modules/payment'
import { type Problem, problem, type ProblemCode, type ProblemDetails, problems } from '@playhouse/domain/problem'

/**
 * The RFC 9457 problem details of a problem. Screens have their own text for each code; `title` is for other programs, and so is a
 * `status` that is more specific than the code's.
 * @param requestId empty where no request was read
 */
export const problemDetailsOf = ({ code, params }: Problem, requestId: string, status: number = problems[code].status): ProblemDetails => ({
  type: `urn:playhouse:problem:${code}`,
  title: code.replaceAll('-', ' '),
  status,
  code,
  params,
  requestId,
})

/** Sends a problem as problem details. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem, status?: number): FastifyReply {
  const details = problemDetailsOf(problem, request.id, status)
  const { code, params } = problem
  const retryAfterSeconds = 'retryAfterSeconds' in params ? params.retryAfterSeconds : code === 'service-unavailable' ? 5 : undefined
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  // Text, so that the reply schema of the endpoint isn't applied to it.
  return reply.status(details.status).type('application/problem+json').serializer(String).send(JSON.stringify(details))
}

/** Problems of single endpoints that are sent in place of the generic one, if the endpoint fails unexpectedly. */
const failures = ['details-not-loaded', 'orders-not-loaded', 'logout-failed'] as const

/** The problem of an endpoint that fails unexpectedly; undefined where it has none. @param problems of the contract */
export const failureOf = (problems: readonly ProblemCode[]): (typeof failures)[number] | undefined =>
  failures.find((code) => problems.includes(code))

/** The problem that is sent to the client for an exception: never its message or its stack. */
export function problemOf(error: unknown): Problem {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map((issue) => issue.instancePath.replace(/^\//, '').replaceAll('/', '.')).filter(Boolean)
    return problem('invalid-input', { fields: [...new Set(fields)] })
  }
  const status = (error as Partial<FastifyError>).statusCode
  if (status === 429) return problem('too-many-requests', { retryAfterSeconds: 60 })
  if ((status !== undefined && status >= 400 && status < 500) || isUnstorable(error)) return problem('invalid-input', { fields: [] })
  if (isConnectionLost(error) || isBusy(error) || error instanceof ProviderUnreachable) return problem('service-unavailable')
  if (error instanceof ProviderRefused) return problem('payment-unreachable')
  return problem('something-wrong')
}
