import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beginStaffSession, endStaffSession, verifyStaffSession, resumeStaffSession, type StaffSession } from '#modules/staff'

/** Apart from the visitors' cookie: who works at the counter may be a customer too, and neither opens the other's doors. */
const cookieName = (secure: boolean): string => (secure ? '__Host-staff' : 'staff')
/** `Strict`: no link from elsewhere leads anybody to the counter signed in. */
const shapeOf = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'strict', secure }) as const

const sessionsByRequest = new WeakMap<FastifyRequest, Promise<StaffSession | undefined>>()

/** Who is at the counter behind a request, with or without their second factor; looked up once. */
export function staffSessionOf(request: FastifyRequest): Promise<StaffSession | undefined> {
  const { db, secure } = request.server.appContext
  const secret = request.cookies[cookieName(secure)]
  const shift = sessionsByRequest.get(request) ?? (secret === undefined ? Promise.resolve(undefined) : resumeStaffSession(db, secret))
  sessionsByRequest.set(request, shift)
  return shift
}

/** Whether both factors were shown: what a call of staff asks. */
export const isAtCounter = async (request: FastifyRequest): Promise<boolean> => (await staffSessionOf(request))?.isVerified === true

/** After the password: a cookie that opens nothing but the second factor. */
export async function startStaffSession(request: FastifyRequest, reply: FastifyReply, staff: string): Promise<void> {
  const before = await staffSessionOf(request)
  if (before) await endStaffSession(request.server.appContext.db, before.key)
  setStaffCookie(request, reply, await beginStaffSession(request.server.appContext.db, staff))
}

/** After the second factor: a new cookie. What follows in this request is done as them. */
export async function confirmStaffSession(request: FastifyRequest, reply: FastifyReply, shift: StaffSession): Promise<StaffSession> {
  const { db } = request.server.appContext
  const secret = await verifyStaffSession(db, shift)
  setStaffCookie(request, reply, secret)
  const proved = (await resumeStaffSession(db, secret))!
  sessionsByRequest.set(request, Promise.resolve(proved))
  return proved
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
