import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@playhouse/api-client/contract'
import { isTokenAllowed, tokenPrefix } from '@playhouse/domain/api-token'
import { type Problem, problem } from '@playhouse/domain/problem'
import { isStaffAllowed, permissionProblem, type StaffPermission } from '@playhouse/domain/staff'
import {
  beginStaffSession,
  endStaffSession,
  resumeStaffSession,
  sessionOfToken,
  type StaffSession,
  verifyStaffSession,
} from '#modules/staff'

/** Separate from the visitors' cookie: a staff user may be a customer too, and neither session grants the other's access. */
const cookieName = (secure: boolean): string => (secure ? '__Host-staff' : 'staff')
/** `Strict`: a link from another site opens the counter signed out. */
const shapeOf = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'strict', secure }) as const

const sessionsByRequest = new WeakMap<FastifyRequest, Promise<StaffSession | undefined>>()

/** The staff session of a request, with or without the second factor; read once. A token in the header counts instead of the cookie. */
export function staffSessionOf(request: FastifyRequest): Promise<StaffSession | undefined> {
  const staffSession = sessionsByRequest.get(request) ?? readStaffSession(request)
  sessionsByRequest.set(request, staffSession)
  return staffSession
}

async function readStaffSession({ cookies, headers, server }: FastifyRequest): Promise<StaffSession | undefined> {
  const { db, secure } = server.appContext
  const token = tokenOf(headers.authorization)
  if (token !== undefined) return sessionOfToken(db, token)
  const secret = cookies[cookieName(secure)]
  return secret === undefined ? undefined : resumeStaffSession(db, secret)
}

/** The API token of an `Authorization` header. Other bearers, such as that of the metrics, are not tokens. */
function tokenOf(authorization: string | undefined): string | undefined {
  const bearer = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  return bearer?.startsWith(tokenPrefix) ? bearer : undefined
}

/** Whether a session has a permission besides that of the call: the role has it, and the token where there is one. */
export const maySession = ({ staff, token }: Pick<StaffSession, 'staff' | 'token'>, permission: StaffPermission): boolean =>
  token ? isTokenAllowed(token.scopes, staff.role, permission) : isStaffAllowed(staff.role, permission)

/** The problem of a session that needs a permission: that of {@link permissionProblem}, and for a token `not-allowed`. */
export function sessionProblem(session: StaffSession, permission: StaffPermission): Problem | undefined {
  if (session.token) return maySession(session, permission) ? undefined : problem('not-allowed')
  return permissionProblem(session.staff.role, permission, session.isFactorFresh)
}

/** The problem of a call of staff: no session with both factors, no permission, or a second factor that is not fresh. */
export async function staffProblem(request: FastifyRequest, { permission }: Pick<Endpoint, 'permission'>): Promise<Problem | undefined> {
  const staffSession = await staffSessionOf(request)
  if (!staffSession?.isVerified || permission === undefined) return problem('not-allowed')
  return sessionProblem(staffSession, permission)
}

/** After the password: sets a cookie that only allows the second factor. */
export async function startStaffSession(request: FastifyRequest, reply: FastifyReply, staff: string): Promise<void> {
  const before = await staffSessionOf(request)
  if (before) await endStaffSession(request.server.appContext.db, before.key)
  setStaffCookie(request, reply, await beginStaffSession(request.server.appContext.db, staff))
}

/** After the second factor: sets a new cookie; the rest of the request runs as that staff user. */
export async function confirmStaffSession(request: FastifyRequest, reply: FastifyReply, staffSession: StaffSession): Promise<StaffSession> {
  const { db } = request.server.appContext
  const secret = await verifyStaffSession(db, staffSession)
  setStaffCookie(request, reply, secret)
  const verifiedSession = (await resumeStaffSession(db, secret))!
  sessionsByRequest.set(request, Promise.resolve(verifiedSession))
  return verifiedSession
}

export async function closeStaffSession(request: FastifyRequest, reply: FastifyReply, { key }: StaffSession): Promise<void> {
  const { db, secure } = request.server.appContext
  await endStaffSession(db, key)
  void reply.clearCookie(cookieName(secure), shapeOf(secure))
}

function setStaffCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  const { secure } = request.server.appContext
  void reply.setCookie(cookieName(secure), secret, shapeOf(secure))
}
